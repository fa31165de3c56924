import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { inParallel } from '../support/chaos/call.ts'
import { freePort } from '../support/network/free-port.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { startSmtpSink } from '../support/sign-in/smtp-sink.ts'
import { readRows } from '../support/store/services.ts'
import { CONSOLE_PATHS, SIGN_IN_PATHS } from '@footnote/contract/paths'
import { joinAs, linkMailedTo, PASSWORD, signIn } from './support/people.ts'
import type { Reply } from './support/wire.ts'
import { send } from './support/wire.ts'

const ATTEMPTS = 10
/** In a minute: as many again are delayed, three times. */
const CHECKED = 4 * ATTEMPTS
const MAILS = 3
const DAY_SECONDS = 24 * 3600

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
      // Requests say themselves where they come from, as behind a proxy.
      TRUST_PROXY: 'true',
      SIGN_IN_ATTEMPTS_PER_MINUTE: String(ATTEMPTS),
      SIGN_IN_MAILS_PER_ADDRESS_PER_DAY: String(MAILS),
    }
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(() => service.kill())
    return service
  })

let networks = 0
const fresh = () => ({ 'x-forwarded-for': `198.51.${(networks += 1)}.7` })

const LINK = '/api/v1/admin/session/email-link'
const askFor = (service: Service, email: string, headers: Record<string, string>) =>
  send(service, LINK, { json: { email }, headers })

/** Somebody, and what their browser keeps when they have signed out. */
async function signedOut(service: Service, workspaceId: string, email: string) {
  await joinAs(service, workspaceId, 'admin', { email, headers: fresh() })
  const reply = await signIn(service, email, PASSWORD, fresh())
  return { email, device: { cookie: readDevice(reply) } }
}

function readDevice({ headers }: Pick<Reply, 'headers'>): string {
  const cookie = headers.getSetCookie().find((each) => each.startsWith('footnote_device='))
  expect(cookie).toBeDefined()
  return cookie?.split(';', 1)[0] ?? ''
}

/** Two wrong passwords from each of so many networks, from some at a time: more would wait too long. */
async function guess(service: Service, email: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  await inParallel(8, Array.from({ length: times }, fresh), async (from) => {
    statuses.push((await signIn(service, email, 'a guess', from)).status)
    statuses.push((await signIn(service, email, 'another', from)).status)
  })
  return statuses
}

test('twenty wrong passwords from ten addresses lock nobody out', async ({
  service,
  knowledge,
  mail,
}) => {
  const { email, device } = await signedOut(service, knowledge.workspaceId, 'ada@example.com')
  const statuses = await guess(service, email, 10)
  expect(statuses).toHaveLength(20)
  expect(new Set(statuses)).toEqual(new Set([401]))
  // Their own device, one that they never used, and the link.
  expect((await signIn(service, email, PASSWORD, { ...fresh(), ...device })).status).toBe(200)
  expect((await signIn(service, email, PASSWORD, fresh())).status).toBe(200)
  expect((await askFor(service, email, fresh())).status).toBe(204)
  const token = await linkMailedTo(mail, email, SIGN_IN_PATHS.link)
  const used = await send(service, `${LINK}/use`, { json: { token }, headers: fresh() })
  expect(used.status).toBe(200)
})

test('however many guess, few guesses count, and a known device gets in', async ({
  service,
  knowledge,
  mail,
}) => {
  const { email, device } = await signedOut(service, knowledge.workspaceId, 'bob@example.com')
  const statuses = await guess(service, email, CHECKED)
  expect(statuses).toHaveLength(2 * CHECKED)
  // Their own sign-in before is one of those that are checked.
  expect(statuses.filter((status) => status === 401)).toHaveLength(CHECKED - 1)
  expect(statuses.filter((status) => status === 429)).toHaveLength(CHECKED + 1)
  expect((await signIn(service, email, PASSWORD, { ...fresh(), ...device })).status).toBe(200)
  // Mails of the day that somebody else used up are not theirs.
  for (let sent = 0; sent < MAILS; sent += 1) await askFor(service, email, fresh())
  expect((await askFor(service, email, fresh())).status).toBe(429)
  const before = mail.messages.length
  expect((await askFor(service, email, { ...fresh(), ...device })).status).toBe(204)
  await expect.poll(() => mail.messages.length).toBeGreaterThan(before)
})

test('however many guess and ask for links, a mailed link lets a new device in', async ({
  service,
  knowledge,
  mail,
  database,
}) => {
  const { email } = await signedOut(service, knowledge.workspaceId, 'fay@example.com')
  for (let sent = 0; sent < MAILS; sent += 1) await askFor(service, email, fresh())
  const refused = await askFor(service, email, fresh())
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(DAY_SECONDS / MAILS)
  // Whoever guesses also asks first once it has passed. Both kinds of mail let the owner in.
  const passed = () =>
    readRows(
      database,
      `update accounts.sign_in_mails
       set full_at = full_at - make_interval(secs => ${DAY_SECONDS / MAILS})`,
    )
  await passed()
  expect((await askFor(service, email, fresh())).status).toBe(204)
  const token = await linkMailedTo(mail, email, SIGN_IN_PATHS.link)
  await guess(service, email, CHECKED)
  const opened = await send(service, `${LINK}/use`, { json: { token }, headers: fresh() })
  expect(opened.status).toBe(200)

  await passed()
  const reset = '/api/v1/admin/session/password-reset'
  expect((await send(service, reset, { json: { email }, headers: fresh() })).status).toBe(204)
  const secret = await linkMailedTo(mail, email, CONSOLE_PATHS.newPassword)
  const newPassword = `another ${PASSWORD}`
  const json = { token: secret, new_password: newPassword }
  const set = await send(service, `${reset}/use`, { json, headers: fresh() })
  expect(set.status).toBe(204)
  await guess(service, email, CHECKED)
  const device = { cookie: readDevice(set) }
  expect((await signIn(service, email, newPassword, { ...fresh(), ...device })).status).toBe(200)
})

test('a device is known to its account alone, and is limited itself', async ({
  service,
  knowledge,
}) => {
  const { email } = await signedOut(service, knowledge.workspaceId, 'carol@example.com')
  const other = await signedOut(service, knowledge.workspaceId, 'dave@example.com')
  const tryFrom = async (headers: Record<string, string>) => {
    const statuses: number[] = []
    while (statuses.length < 3 * ATTEMPTS && statuses.at(-1) !== 429) {
      statuses.push((await signIn(service, email, 'a guess', headers)).status)
    }
    return statuses
  }
  // From one network: with the device of somebody else, as without one.
  const guesser = fresh()
  const forged = { ...guesser, cookie: other.device.cookie.replace(/\..*/, '.forged') }
  expect((await tryFrom({ ...guesser, ...other.device })).at(-1)).toBe(429)
  expect((await tryFrom(forged)).at(0)).toBe(429)
  const own = await signedOut(service, knowledge.workspaceId, 'erin@example.com')
  const statuses: number[] = []
  while (statuses.length < 3 * ATTEMPTS && statuses.at(-1) !== 429) {
    const headers = { ...fresh(), ...own.device }
    statuses.push((await signIn(service, own.email, 'a guess', headers)).status)
  }
  expect(statuses.at(-1)).toBe(429)
})
