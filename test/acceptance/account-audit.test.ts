import { CONSOLE_PATHS, SIGN_IN_PATHS } from '@footnote/contract/paths'
import { servedRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { freePort } from '../support/network/free-port.ts'
import { startService } from '../support/service.ts'
import { startSmtpSink } from '../support/sign-in/smtp-sink.ts'
import { readRows } from '../support/store/services.ts'
import { getCodes } from './support/authenticator.ts'
import type { SignedIn } from './support/people.ts'
import {
  asPerson,
  getCookie,
  linkMailedTo,
  MANY_ATTEMPTS,
  PASSWORD,
  sendAs,
  signIn,
} from './support/people.ts'
import type { Claims } from './support/soft-passkey.ts'
import { createSoftPasskey } from './support/soft-passkey.ts'
import type { Reply } from './support/wire.ts'
import { send } from './support/wire.ts'

const test = acceptance()
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
    const mail = await startSmtpSink()
    onCleanup(() => mail.close())
    return mail
  })
  .extend('service', { scope: 'file' }, async ({ database, mail }, { onCleanup }) => {
    const port = String(await freePort())
    // Browsers make passkeys for host names only.
    const publicUrl = `http://localhost:${port}`
    const env = { PORT: port, PUBLIC_URL: publicUrl, SMTP_URL: mail.url, ...MANY_ATTEMPTS }
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(() => service.kill())
    return Object.assign(service, { baseUrl: publicUrl })
  })

const ADMIN = '/api/v1/admin'
const CHANGING = servedRoutes.filter(({ tag, method }) => tag === 'account' && method !== 'get')

/** They mail something or make a challenge. What follows from that has a row. */
const WITHOUT_ROW = ['beginPasskeySignIn', 'beginSsoSignIn', 'sendPasswordReset', 'sendSignInLink']

test('every account route that changes something names its action in the audit log', () => {
  expect(CHANGING.length).toBeGreaterThan(20)
  const silent = CHANGING.filter(({ audit }) => audit === undefined)
  expect(silent.map(({ operationId }) => operationId).sort()).toEqual(WITHOUT_ROW)
})

/** A call, and whom and what its row names. */
type Done = { reply: Reply; actor: string; subject: string }
type Row = {
  workspace_id: string
  actor: string
  actor_id: string
  action: string
  subject_id: string
  address: string
}

const INSTALLATION = '00000000-0000-0000-0000-000000000000'

test('every account route that changes something leaves one row in the audit log', async ({
  service,
  knowledge,
  database,
  mail,
}) => {
  const { workspaceId } = knowledge
  const { admin } = service
  const passkey = createSoftPasskey()
  const invited = 'lin@example.com'
  let ada: SignedIn
  let lin: SignedIn
  let code: ReturnType<typeof getCodes>
  let challenge: { cookie: string; claims: Claims }
  let passkeyId = ''

  const by = async (
    person: SignedIn,
    path: string,
    request: { method?: string; json?: object } = {},
    subject = person.id,
  ): Promise<Done> => ({
    reply: await sendAs(service, person, `${ADMIN}/${path}`, request),
    actor: person.email,
    subject,
  })
  const asBefore = (reply: Reply, person: SignedIn): Done => ({
    reply,
    actor: person.email,
    subject: person.id,
  })
  const getChallenge = ({ headers, body }: Reply, type: Claims['type'], counter: number) => ({
    cookie: headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; '),
    claims: {
      challenge: (body as { challenge: string }).challenge,
      origin: service.baseUrl,
      rpId: 'localhost',
      type,
      isVerified: true,
      counter,
    },
  })
  const withPassword = (path: string) =>
    by(lin, path, { method: 'POST', json: { password: PASSWORD } })

  const calls: Record<string, () => Promise<Done>> = {
    setUp: async () => {
      const link = service.log
        .map((line) => line['setup_url'])
        .find((each) => typeof each === 'string')
      const token = new URL(link ?? '').hash.slice(1)
      const json = { token, email: 'ada@example.com', name: 'Ada', password: PASSWORD }
      const reply = await send(service, `${ADMIN}/setup`, { json })
      ada = asPerson(service, reply)
      return asBefore(reply, ada)
    },
    signIn: async () => asBefore(await signIn(service, ada.email), ada),
    acceptInvitation: async () => {
      const role = 'admin'
      const { token } = await admin.invitations.create(workspaceId, { email: invited, role })
      const { invitations } = await admin.invitations.list(workspaceId)
      const json = { token, name: 'Lin', password: PASSWORD }
      const reply = await send(service, `${ADMIN}/invitations/accept`, { json })
      lin = asPerson(service, reply)
      return { reply, actor: invited, subject: invitations[0]?.id ?? '' }
    },
    putDigest: () =>
      by(
        lin,
        `me/digests/${workspaceId}`,
        { method: 'PUT', json: { subscribed: true } },
        workspaceId,
      ),
    sendDigest: () => by(lin, `me/digests/${workspaceId}/send`, { method: 'POST' }, workspaceId),
    beginTwoFactor: async () => {
      const done = await withPassword('me/two-factor')
      code = getCodes((done.reply.body as { secret: string }).secret)
      return done
    },
    confirmTwoFactor: async () => {
      const done = await by(lin, 'me/two-factor/confirm', { json: { code: await code() } })
      lin.headers.cookie = getCookie(done.reply)
      return done
    },
    confirmSignIn: async () => {
      const waiting = await signIn(service, invited)
      const cookie = waiting.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
      const json = { code: await code(1) }
      const path = `${ADMIN}/session/two-factor`
      return asBefore(await send(service, path, { json, headers: { cookie } }), lin)
    },
    replaceRecoveryCodes: () => withPassword('me/two-factor/recovery-codes'),
    turnOffTwoFactor: async () => {
      const done = await withPassword('me/two-factor/turn-off')
      lin.headers.cookie = getCookie(done.reply)
      return done
    },
    beginPasskey: async () => {
      const done = await withPassword('me/passkeys')
      challenge = getChallenge(done.reply, 'webauthn.create', 1)
      return done
    },
    createPasskey: async () => {
      const { cookie, claims } = challenge
      const json = { name: 'Soft', response: passkey.create(claims) }
      const headers = { ...lin.headers, cookie: `${lin.headers.cookie}; ${cookie}` }
      const reply = await send(service, `${ADMIN}/me/passkeys/confirm`, { json, headers })
      passkeyId = (reply.body as { id: string }).id
      return { reply, actor: invited, subject: passkeyId }
    },
    renamePasskey: () =>
      by(lin, `me/passkeys/${passkeyId}`, { method: 'PATCH', json: { name: 'New' } }, passkeyId),
    signInByPasskey: async () => {
      const begun = await send(service, `${ADMIN}/session/passkey`, { method: 'POST' })
      const { cookie, claims } = getChallenge(begun, 'webauthn.get', 2)
      const json = { response: passkey.get(claims) }
      const path = `${ADMIN}/session/passkey/use`
      return asBefore(await send(service, path, { json, headers: { cookie } }), lin)
    },
    deletePasskey: () => by(lin, `me/passkeys/${passkeyId}`, { method: 'DELETE' }, passkeyId),
    revokeSession: async () => {
      const { reply } = await by(lin, 'me/sessions')
      const { sessions } = reply.body as { sessions: { id: string; is_current: boolean }[] }
      const other = sessions.find(({ is_current }) => !is_current)?.id ?? ''
      return by(lin, `me/sessions/${other}`, { method: 'DELETE' }, other)
    },
    changePassword: async () => {
      const json = { current_password: PASSWORD, new_password: `new ${PASSWORD}` }
      const done = await by(lin, 'me/password', { method: 'PUT', json })
      lin.headers.cookie = getCookie(done.reply)
      return done
    },
    resetPassword: async () => {
      const begun = `${ADMIN}/session/password-reset`
      await send(service, begun, { json: { email: invited } })
      const token = await linkMailedTo(mail, invited, CONSOLE_PATHS.newPassword)
      const json = { token, new_password: PASSWORD }
      return asBefore(await send(service, `${begun}/use`, { json }), lin)
    },
    signInByLink: async () => {
      const begun = `${ADMIN}/session/email-link`
      await send(service, begun, { json: { email: invited } })
      const token = await linkMailedTo(mail, invited, SIGN_IN_PATHS.link)
      const reply = await send(service, `${begun}/use`, { json: { token } })
      lin = asPerson(service, reply)
      return asBefore(reply, lin)
    },
    signOut: async () => {
      const { reply } = await by(lin, 'me/sessions')
      const { sessions } = reply.body as { sessions: { id: string; is_current: boolean }[] }
      const own = sessions.find(({ is_current }) => is_current)?.id ?? ''
      return by(lin, 'session', { method: 'DELETE' }, own)
    },
  }

  const audited = CHANGING.filter(({ audit }) => audit !== undefined)
  expect(Object.keys(calls).sort()).toEqual(audited.map(({ operationId }) => operationId).sort())
  const routes = new Map(audited.map((route) => [route.operationId, route]))
  const ofWorkspace = new Set(['acceptInvitation', 'putDigest', 'sendDigest'])
  for (const [operationId, call] of Object.entries(calls)) {
    const { reply, actor, subject } = await call()
    expect(reply.status, `${operationId}: ${reply.text}`).toBeLessThan(300)
    const rows = await readRows<Row>(
      database,
      `select workspace_id, actor, actor_id, action, subject_id, address from audit_events
       where request_id = '${reply.headers.get('x-request-id')}'`,
    )
    const actorId = actor === ada!.email ? ada!.id : lin!.id
    expect(rows, operationId).toEqual([
      {
        workspace_id: ofWorkspace.has(operationId) ? workspaceId : INSTALLATION,
        actor,
        actor_id: actorId,
        action: routes.get(operationId)?.audit,
        subject_id: subject,
        address: expect.stringMatching(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/),
      },
    ])
  }
})
