import { createHash, randomUUID } from 'node:crypto'
import type { SignInKnowledge } from './sign-in.ts'
import { REDIRECT } from './sign-in.ts'

/** One authorization request, with all that a careful client would send. */
export type Request = { url: string; clientId: string; verifier: string }

export async function registerClient(
  { issuer }: Pick<SignInKnowledge, 'issuer'>,
  metadata: object = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A tool', redirect_uris: [REDIRECT], ...metadata }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** `change` replaces parameters; one that is undefined is left out. */
export async function newRequest(
  docs: SignInKnowledge,
  change: Record<string, string | undefined> = {},
): Promise<Request> {
  const { body } = await registerClient(docs)
  const clientId = String(body['client_id'])
  const verifier = `${randomUUID()}-${randomUUID()}`
  const parameters: Record<string, string | undefined> = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'mcp:read',
    state: 'the-state',
    resource: docs.mcpUrl,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  }
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) sent.set(name, value)
  }
  return { url: `${docs.issuer}/auth?${sent.toString()}`, clientId, verifier }
}

export type TokenReply = { status: number; body: Record<string, string> }

export async function askForTokens(
  { issuer }: Pick<SignInKnowledge, 'issuer'>,
  form: Record<string, string>,
): Promise<TokenReply> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

export const exchange = (
  docs: SignInKnowledge,
  { clientId, verifier }: Request,
  back: URL,
  change: Record<string, string> = {},
): Promise<TokenReply> =>
  askForTokens(docs, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    resource: docs.mcpUrl,
    ...change,
  })

export const refresh = (
  docs: SignInKnowledge,
  { clientId }: Request,
  refreshToken: string,
): Promise<TokenReply> =>
  askForTokens(docs, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  })

/** The status with which a token is met. */
export async function statusWith(mcpUrl: string, token: string): Promise<number> {
  const response = await fetch(mcpUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  await response.text()
  return response.status
}
