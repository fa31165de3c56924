import type { TokenReply } from '../../support/sign-in/oauth-by-hand.ts'
import {
  askForTokens,
  exchange,
  newRequest,
  statusWith,
} from '../../support/sign-in/oauth-by-hand.ts'
import { putSignIn, signInByMail } from '../../support/sign-in/sign-in.ts'
import type { SmtpSink } from '../../support/sign-in/smtp-sink.ts'
import type { Service } from '../../support/service.ts'
import type { Docs } from './cells.ts'
import { asPerson, bearer, joinAs, sendAs, signIn } from './people.ts'
import { adminPath, send } from './wire.ts'

type At = Pick<Service, 'baseUrl'>

/** A reader who has signed in for MCP. */
export type SignedInReader = { clientId: string; tokens: TokenReply['body'] }

export async function signInReader(
  service: Service,
  mail: SmtpSink,
  docs: Docs,
): Promise<SignedInReader> {
  const { knowledgeBaseId: id } = docs
  await service.admin.knowledgeBases.change(id, { mcp_oauth: true })
  await putSignIn(service, id, { allowed_email_domains: ['example.com'] })
  const addresses = {
    mcpUrl: `${service.baseUrl}/mcp/${id}`,
    issuer: `${service.baseUrl}/oauth/${id}`,
  }
  const target = { ...docs, ...addresses }
  const request = await newRequest(target)
  const back = await signInByMail(service, mail, request.url, 'reader@example.com')
  const { body } = await exchange(target, request, back)
  return { clientId: request.clientId, tokens: body }
}

/** The statuses with which what a reader holds is met: the access token, and one more for the other. */
export async function readerStatuses(
  at: At,
  { knowledgeBaseId: id }: Docs,
  reader: SignedInReader,
): Promise<number[]> {
  const { tokens, clientId } = reader
  const held = await statusWith(`${at.baseUrl}/mcp/${id}`, tokens['access_token'] ?? '')
  const { status, body } = await askForTokens(
    { issuer: `${at.baseUrl}/oauth/${id}` },
    {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: tokens['refresh_token'] ?? '',
    },
  )
  reader.tokens = body
  return [held, status]
}

/** What somebody with an editor's role may do, and what not. */
async function roleStatuses(
  ask: (path: string, method: string) => Promise<{ status: number }>,
  { workspaceId, knowledgeBaseId }: Docs,
): Promise<number[]> {
  const documents = await ask(adminPath(knowledgeBaseId, 'documents'), 'GET')
  const removal = await ask(`/api/v1/admin/workspaces/${workspaceId}`, 'DELETE')
  return [documents.status, removal.status]
}

export const tokenStatuses = (at: At, docs: Docs, token: string): Promise<number[]> =>
  roleStatuses((path, method) => send(at, path, { method, headers: bearer(token) }), docs)

/** Signs in where the workspace is served, on a page of the public address. */
export async function personStatuses(
  at: At,
  publicUrl: string,
  docs: Docs,
  email: string,
): Promise<number[]> {
  const person = asPerson({ baseUrl: publicUrl }, await signIn(at, email))
  return roleStatuses((path, method) => sendAs(at, person, path, { method }), docs)
}

/** An editor, and a token that they made for themselves. */
export async function addEditor(service: Service, { workspaceId }: Docs, email: string) {
  const editor = await joinAs(service, workspaceId, 'editor', { email })
  const made = await sendAs(service, editor, `/api/v1/admin/workspaces/${workspaceId}/tokens`, {
    json: { name: 'CI', role: 'editor' },
  })
  return { email, id: editor.id, token: (made.body as { token: string }).token }
}
