import { CONSOLE_PATHS } from '@footnote/contract/paths'
import type { Role } from '@footnote/contract/role'
import { expect } from 'vitest'
import type { Service } from '../../support/service.ts'
import type { SmtpSink } from '../../support/sign-in/smtp-sink.ts'
import type { Reply, Request } from './wire.ts'
import { send } from './wire.ts'

export const PASSWORD = 'correct horse battery staple'

/** More than any test needs, where a test is not about the limit. */
export const MANY_ATTEMPTS = { SIGN_IN_ATTEMPTS_PER_MINUTE: '10000' }

export type SignedIn = {
  email: string
  id: string
  /** As a page of the service itself sends them. */
  headers: { cookie: string; origin: string }
}

type At = Pick<Service, 'baseUrl'>

/** `headers`: such as where it comes from, where a test counts that. */
export const signIn = (
  service: At,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<Reply> => send(service, '/api/v1/admin/session', { json: { email, password }, headers })

/** The session cookie of a reply, as a browser would send it back. */
export function getCookie({ headers }: Pick<Reply, 'headers'>): string {
  const cookie = headers.getSetCookie().find((each) => /footnote_session=[^;]/.test(each))
  if (cookie === undefined) throw new Error('The reply sets no session cookie')
  return cookie.split(';', 1)[0] ?? ''
}

export const asPerson = (service: At, reply: Reply): SignedIn => {
  const { id, email } = reply.body as { id: string; email: string }
  return { id, email, headers: { cookie: getCookie(reply), origin: service.baseUrl } }
}

type JoinOptions = {
  email?: string
  headers?: Record<string, string>
  /** They take the link from the mail. */
  mail?: SmtpSink
}

/** Somebody new, invited with the admin token and signed in. */
export async function joinAs(
  service: Service,
  workspaceId: string,
  role: Role,
  { email = `${role}-${workspaceId}@example.com`, headers = {}, mail }: JoinOptions = {},
): Promise<SignedIn> {
  const created = await service.admin.invitations.create(workspaceId, { email, role })
  const token = mail ? await linkMailedTo(mail, email, CONSOLE_PATHS.invitation) : created.token
  const reply = await send(service, '/api/v1/admin/invitations/accept', {
    json: { token, name: role, password: PASSWORD },
    headers,
  })
  return asPerson(service, reply)
}

/** Somebody with an account joins another workspace. */
export async function join(
  service: Service,
  workspaceId: string,
  person: SignedIn,
  role: Role = 'owner',
): Promise<void> {
  const { email } = person
  const { token } = await service.admin.invitations.create(workspaceId, { email, role })
  const reply = await sendAs(service, person, '/api/v1/admin/invitations/accept', {
    json: { token },
  })
  expect(reply, reply.text).toMatchObject({ status: 200 })
}

/** What stands behind `#` in the last message to an address whose link leads to `path`. */
export async function linkMailedTo(
  { messages }: Pick<SmtpSink, 'messages'>,
  email: string,
  path: string,
): Promise<string> {
  const find = () =>
    messages.findLast(({ to, text }) => to.includes(email) && text.includes(path))?.text
  await expect.poll(find).toBeDefined()
  return /#(\S+)/.exec(find() ?? '')?.[1] ?? ''
}

/** A request of somebody who signed in, from a page of the service. */
export const sendAs = (
  service: At,
  { headers }: Pick<SignedIn, 'headers'>,
  path: string,
  request: Request = {},
): Promise<Reply> =>
  send(service, path, { ...request, headers: { ...headers, ...request.headers } })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export async function createMemberInvitationAndToken({ admin }: Service, workspaceId: string) {
  const { token } = await admin.invitations.create(workspaceId, {
    email: `member-of-${workspaceId}@example.com`,
    role: 'viewer',
  })
  const password = 'a password for the tests'
  const { id: personId } = await admin.account.acceptInvitation({ token, name: 'Some', password })
  const open = await admin.invitations.create(workspaceId, {
    email: 'invited@example.com',
    role: 'viewer',
  })
  const made = await admin.accessTokens.create(workspaceId, { name: 'Some', role: 'viewer' })
  return { personId, invitationId: open.id, tokenId: made.id }
}
