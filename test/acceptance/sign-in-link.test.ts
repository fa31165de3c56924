import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { freePort } from '../support/network/free-port.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import type { SmtpSink } from '../support/sign-in/smtp-sink.ts'
import { startSmtpSink } from '../support/sign-in/smtp-sink.ts'
import { getAdminUrl, readRows } from '../support/store/services.ts'
import { Client } from 'pg'
import { enrol } from './support/authenticator.ts'
import { asPerson, joinAs, PASSWORD, sendAs, signIn } from './support/people.ts'
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
    const env = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: mail.url,
      SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
      SIGN_IN_MAILS_PER_ADDRESS_PER_DAY: '5',
    }
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(() => service.kill())
    return service
  })

const LINK = '/api/v1/admin/session/email-link'
const askFor = (service: Service, email: string) => send(service, LINK, { json: { email } })
const use = (service: Service, token: string, headers = {}) =>
  send(service, `${LINK}/use`, { json: { token }, headers })

const mailsTo = (mail: SmtpSink, address: string) =>
  mail.messages.filter(({ to }) => to.includes(address)).map(({ text }) => text)

/** The address in the newest message to somebody. */
async function linkTo(mail: SmtpSink, address: string, count = 1): Promise<URL> {
  await expect.poll(() => mailsTo(mail, address)).toHaveLength(count)
  const link = /http:\/\/\S+/.exec(mailsTo(mail, address).at(-1) ?? '')?.[0]
  return new URL(link ?? '')
}
const tokenIn = ({ hash }: URL): string => hash.slice(1)

test('a link signs in once, on a page of the service', async ({ service, knowledge, mail }) => {
  const { email } = await joinAs(service, knowledge.workspaceId, 'editor')
  const methods = await send(service, '/api/v1/admin/session/methods')
  expect(methods.body).toEqual({ email_link: true, passkey: false, sso: false })
  expect((await askFor(service, email.toUpperCase())).status).toBe(204)
  const link = await linkTo(mail, email, 2)
  expect(link.origin).toBe(service.baseUrl)
  const page = await send(service, link.pathname)
  expect(page.text).toContain('Sign in to Footnote')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  const foreign = await use(service, tokenIn(link), { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect((await use(service, `${tokenIn(link)}x`)).status).toBe(401)
  const signedIn = await use(service, tokenIn(link))
  expect(signedIn, signedIn.text).toMatchObject({ status: 200, body: { email } })
  const me = await sendAs(service, asPerson(service, signedIn), '/api/v1/admin/me')
  expect(me.body).toMatchObject({ person: { email } })
  const again = await use(service, tokenIn(link))
  expect(again.status).toBe(401)
  expect(again.headers.getSetCookie()).toEqual([])
  const extra = { token: 'x', callbackURL: 'https://evil.example' }
  const redirect = await send(service, `${LINK}/use`, { json: extra })
  expect(redirect.status).toBe(400)
})

test('of two who use a link at once, one is signed in', async ({ service, knowledge, mail }) => {
  const { email } = await joinAs(service, knowledge.workspaceId, 'editor')
  await askFor(service, email)
  const token = tokenIn(await linkTo(mail, email, 2))
  const rivals = await Promise.all([1, 2, 3, 4].map(() => use(service, token)))
  expect(rivals.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401, 401])
})

test('a link ends after ten minutes, and the database does not know it', async ({
  service,
  knowledge,
  mail,
  database,
}) => {
  const { email } = await joinAs(service, knowledge.workspaceId, 'editor')
  await askFor(service, email)
  const token = tokenIn(await linkTo(mail, email, 2))
  type Row = { identifier: string; value: string; minutes: number }
  const rows = await readRows<Row>(
    database,
    `select identifier, value, extract(epoch from expires_at - created_at)::int / 60 as minutes
     from accounts.verifications where value like '%${email}%'`,
  )
  expect(rows).toMatchObject([{ minutes: 10 }])
  expect(JSON.stringify(rows)).not.toContain(token)
  const client = new Client({ connectionString: getAdminUrl(database) })
  await client.connect()
  await client.query(`update accounts.verifications set expires_at = now() - interval '1 s'`)
  await client.end()
  expect((await use(service, token)).status).toBe(401)
})

const said = ({ status, text, headers }: Reply) => ({ status, text, names: [...headers.keys()] })

test('an unknown address gets the same reply, the same limit, and no message', async ({
  service,
  knowledge,
  mail,
}) => {
  const { email } = await joinAs(service, knowledge.workspaceId, 'editor')
  const unknown = 'nobody@example.com'
  const known = await askFor(service, email)
  expect(said(await askFor(service, unknown))).toEqual(said(known))
  for (const address of [email, unknown]) {
    const statuses = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async () => (await askFor(service, address)).status),
    )
    expect(new Set(statuses), address).toEqual(new Set([204, 429]))
  }
  // The invitation, and five links.
  await expect.poll(() => mailsTo(mail, email)).toHaveLength(6)
  expect(mailsTo(mail, unknown)).toEqual([])
})

test('somebody with a second factor is still asked for it', async ({
  service,
  knowledge,
  mail,
}) => {
  const person = await joinAs(service, knowledge.workspaceId, 'editor', { mail })
  const { code } = await enrol(service, person)
  await askFor(service, person.email)
  const half = await use(service, tokenIn(await linkTo(mail, person.email, 2)))
  expect(half).toMatchObject({ status: 200, body: { second_factor: 'totp' } })
  const cookie = half.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  expect(cookie).toMatch(/^footnote_second_step=./)
  expect((await send(service, '/api/v1/admin/me', { headers: { cookie } })).status).toBe(401)
  const done = await send(service, '/api/v1/admin/session/two-factor', {
    json: { code: await code(1) },
    headers: { cookie },
  })
  expect(done, done.text).toMatchObject({ status: 200, body: { email: person.email } })
})

test('a password set in another’s name ends with the first link, one set from the mail does not', async ({
  service,
  knowledge,
  mail,
}) => {
  const squatter = await joinAs(service, knowledge.workspaceId, 'editor')
  await askFor(service, squatter.email)
  const proved = await use(service, tokenIn(await linkTo(mail, squatter.email, 2)))
  const person = asPerson(service, proved)
  expect((await sendAs(service, squatter, '/api/v1/admin/me')).status).toBe(401)
  expect((await signIn(service, squatter.email)).status).toBe(401)
  const set = (json: object) =>
    sendAs(service, person, '/api/v1/admin/me/password', { method: 'PUT', json })
  expect((await set({ new_password: 'a password of their own' })).status).toBe(204)
  expect((await set({ new_password: 'another one without proof' })).status).toBe(403)
  expect((await signIn(service, squatter.email, 'a password of their own')).status).toBe(200)

  const invited = await joinAs(service, knowledge.workspaceId, 'viewer', { mail })
  await askFor(service, invited.email)
  const byLink = await use(service, tokenIn(await linkTo(mail, invited.email, 2)))
  expect(byLink.status).toBe(200)
  expect((await signIn(service, invited.email, PASSWORD)).status).toBe(200)
})

const RESET = '/api/v1/admin/session/password-reset'

test('a mailed link sets a new password once, ends every session, and reveals nobody', async ({
  service,
  knowledge,
  mail,
  database,
}) => {
  const person = await joinAs(service, knowledge.workspaceId, 'editor')
  const json = { email: person.email.toUpperCase() }
  const known = await send(service, RESET, { json })
  expect(known.status).toBe(204)
  const unknown = 'unknown@example.com'
  expect(said(await send(service, RESET, { json: { email: unknown } }))).toEqual(said(known))
  const first = tokenIn(await linkTo(mail, person.email, 2))
  await send(service, RESET, { json })
  const link = await linkTo(mail, person.email, 3)
  expect(link.href).toContain('/console/new-password#')
  expect(mailsTo(mail, unknown)).toEqual([])
  const set = (token: string, new_password: string) =>
    send(service, `${RESET}/use`, { json: { token, new_password } })
  expect((await set(tokenIn(link), 'short')).status).toBe(400)
  const next = 'another horse battery staple'
  const both = await Promise.all([set(tokenIn(link), next), set(tokenIn(link), next)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 401]))
  expect((await set(first, 'yet another horse battery')).status).toBe(401)
  expect((await sendAs(service, person, '/api/v1/admin/me')).status).toBe(401)
  expect((await signIn(service, person.email)).status).toBe(401)
  expect((await signIn(service, person.email, next)).status).toBe(200)
  const rows = await readRows(
    database,
    `select a.action, p.email_verified from audit_events a join accounts.people p on p.id = a.actor_id
     where a.action = 'person.reset_password'`,
  )
  expect(rows).toEqual([{ action: 'person.reset_password', email_verified: true }])
})
