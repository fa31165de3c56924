import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import { enrol } from './support/authenticator.ts'
import type { SignedIn } from './support/people.ts'
import { asPerson, joinAs, PASSWORD, sendAs, signIn } from './support/people.ts'
import type { Reply } from './support/wire.ts'
import { send } from './support/wire.ts'

/** Requests say themselves where they come from, as behind a proxy. */
const { test } = acceptance({ TRUST_PROXY: 'true', SIGN_IN_ATTEMPTS_PER_MINUTE: '30' })

const TWO_FACTOR = '/api/v1/admin/me/two-factor'
const SECOND_STEP = '/api/v1/admin/session/two-factor'

let networks = 0
/** A network that nothing came from before. */
const fresh = () => ({ 'x-forwarded-for': `198.51.100.${(networks += 1) % 250}` })

/** The cookie between the two steps. */
const waitingCookie = ({ headers }: Reply): string => {
  const cookies = headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '')
  expect(cookies).toEqual([expect.stringMatching(/^footnote_second_step=./)])
  return cookies[0] ?? ''
}

async function firstStep(service: Service, { email }: SignedIn): Promise<string> {
  const reply = await signIn(service, email, PASSWORD, fresh())
  expect(reply).toMatchObject({ status: 200, body: { second_factor: 'totp' } })
  return waitingCookie(reply)
}

const secondStep = (service: Service, cookie: string, code: string) =>
  send(service, SECOND_STEP, { json: { code }, headers: { ...fresh(), cookie } })

test('signing in takes both steps, in one browser, and each code once', async ({
  service,
  knowledge,
  database,
}) => {
  const person = await joinAs(service, knowledge.workspaceId, 'owner', { headers: fresh() })
  const members = async () => (await service.admin.members.list(knowledge.workspaceId)).members
  expect(await members()).toMatchObject([{ email: person.email, two_factor: false }])
  const { code, recoveryCodes } = await enrol(service, person)
  expect(await members()).toMatchObject([{ email: person.email, two_factor: true }])
  const again = await sendAs(service, person, TWO_FACTOR, { json: { password: PASSWORD } })
  expect(again.status).toBe(409)

  const waiting = await firstStep(service, person)
  // It is no session, and the second step is nothing without the first.
  const me = await send(service, '/api/v1/admin/me', { headers: { cookie: waiting } })
  expect(me.status).toBe(401)
  const bare = await send(service, SECOND_STEP, { json: { code: await code() }, headers: fresh() })
  expect(bare.status).toBe(401)
  const forged = await secondStep(service, waiting.replace(/.{6}$/, 'AAAA%3D'), await code())
  expect(forged.status).toBe(401)
  const first = await code(1)
  const done = await secondStep(service, waiting, first)
  expect(done, done.text).toMatchObject({ status: 200, body: { email: person.email } })
  const signedIn = asPerson(service, done)
  expect((await sendAs(service, signedIn, '/api/v1/admin/me')).status).toBe(200)
  expect((await secondStep(service, waiting, await code(-1))).status).toBe(401)

  // Seen over a shoulder, the code is of no use, and leaves no session behind.
  const sessions = () => readRows(database, 'select id from accounts.sessions')
  const before = (await sessions()).length
  const other = await firstStep(service, person)
  expect((await secondStep(service, other, first)).status).toBe(401)
  expect(await sessions()).toHaveLength(before)

  const [recovery = ''] = recoveryCodes
  const third = await firstStep(service, person)
  expect((await secondStep(service, third, recovery)).status).toBe(200)
  const fourth = await firstStep(service, person)
  expect((await secondStep(service, fourth, recovery)).status).toBe(401)
  const status = await sendAs(service, person, TWO_FACTOR)
  expect(status.body).toEqual({ is_on: true, recovery_codes_left: 9 })

  const stored = JSON.stringify(await readRows(database, 'select * from accounts.second_factors'))
  expect(stored).not.toContain(recoveryCodes[1])
})

test('it is turned off, and its recovery codes replaced, with the password alone', async ({
  service,
  knowledge,
  database,
}) => {
  const person = await joinAs(service, knowledge.workspaceId, 'owner', { headers: fresh() })
  const { recoveryCodes } = await enrol(service, person)
  const withPassword = (rest: string, password?: string) =>
    sendAs(service, person, `${TWO_FACTOR}/${rest}`, { json: { password } })
  for (const rest of ['recovery-codes', 'turn-off']) {
    expect((await withPassword(rest)).status, rest).toBe(403)
    expect((await withPassword(rest, 'not the password')).status, rest).toBe(403)
  }
  const replaced = await withPassword('recovery-codes', PASSWORD)
  const { recovery_codes } = replaced.body as { recovery_codes: string[] }
  expect(recovery_codes).toHaveLength(10)
  const old = await secondStep(service, await firstStep(service, person), recoveryCodes[0] ?? '')
  expect(old.status).toBe(401)
  const newer = await secondStep(service, await firstStep(service, person), recovery_codes[0] ?? '')
  expect(newer.status).toBe(200)
  const off = await withPassword('turn-off', PASSWORD)
  expect(off.status).toBe(204)
  const plain = await signIn(service, person.email, PASSWORD, fresh())
  expect(plain.body).toMatchObject({ email: person.email })
  const rows = await readRows<{ action: string; actor: string }>(
    database,
    `select action, actor from audit_events where action like 'two_factor.%' order by id`,
  )
  const own = rows.filter(({ actor }) => actor === person.email)
  expect(own.map(({ action }) => action)).toEqual([
    'two_factor.begin',
    'two_factor.turn_on',
    'two_factor.replace_recovery_codes',
    'two_factor.turn_off',
  ])
})

test('an invitation is not accepted with the password alone', async ({ service, knowledge }) => {
  const person = await joinAs(service, knowledge.workspaceId, 'owner', { headers: fresh() })
  await enrol(service, person)
  const elsewhere = await service.admin.workspaces.create({ name: 'Elsewhere' })
  const { token } = await service.admin.invitations.create(elsewhere.id, {
    email: person.email,
    role: 'viewer',
  })
  const path = '/api/v1/admin/invitations/accept'
  const json = { token, name: 'Me', password: PASSWORD }
  const refused = await send(service, path, { json, headers: fresh() })
  expect(refused.status).toBe(401)
  expect(refused.headers.getSetCookie()).toEqual([])
  expect((await sendAs(service, person, path, { json: { token } })).status).toBe(200)
})

test('codes cannot be guessed: an attempt ends after five, and the second factor is locked after ten', async ({
  service,
  knowledge,
}) => {
  const person = await joinAs(service, knowledge.workspaceId, 'owner', { headers: fresh() })
  const { code, recoveryCodes } = await enrol(service, person)
  const guess = async (waiting: string, count: number) => {
    const statuses: number[] = []
    for (let each = 0; each < count; each += 1) {
      const wrong = each % 2 === 0 ? '000000' : 'wrong-wrong'
      statuses.push((await secondStep(service, waiting, wrong)).status)
    }
    return statuses
  }
  const first = await firstStep(service, person)
  expect(await guess(first, 5)).toEqual([401, 401, 401, 401, 401])
  expect((await secondStep(service, first, await code())).status).toBe(401)
  const second = await firstStep(service, person)
  expect(await guess(second, 5)).toEqual([401, 401, 401, 401, 401])
  // Neither a right code nor a recovery code is looked at now, whoever sends it.
  const third = await firstStep(service, person)
  for (const right of [await code(1), recoveryCodes[0] ?? '']) {
    const locked = await secondStep(service, third, right)
    expect(locked).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(60)
  }
})

test('guesses are limited for each network and each person as well', async ({
  service,
  knowledge,
}) => {
  const person = await joinAs(service, knowledge.workspaceId, 'owner', { headers: fresh() })
  await enrol(service, person)
  const guesser = fresh()
  const statuses: number[] = []
  while (statuses.length < 100 && statuses.at(-1) !== 429) {
    const headers = { ...person.headers, ...guesser }
    statuses.push((await send(service, SECOND_STEP, { json: { code: '123456' }, headers })).status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.length).toBeLessThanOrEqual(31)
})

test('an admin resets the factor of a member, but not of whose account opens more than that', async ({
  service,
  database,
}) => {
  const here = (await service.admin.workspaces.create({ name: 'Here' })).id
  const there = (await service.admin.workspaces.create({ name: 'There' })).id
  const admin = await joinAs(service, here, 'admin', { headers: fresh() })
  const member = await joinAs(service, here, 'editor', { headers: fresh() })
  await enrol(service, member)
  const path = `/api/v1/admin/workspaces/${here}/members/${member.id}/two-factor`
  const reset = () => sendAs(service, admin, path, { method: 'DELETE' })
  expect((await reset()).status).toBe(204)
  const { members } = await service.admin.members.list(here)
  expect(members.find(({ id }) => id === member.id)).toMatchObject({ two_factor: false })
  expect((await sendAs(service, member, '/api/v1/admin/me')).status).toBe(401)
  const signedIn = await signIn(service, member.email, PASSWORD, fresh())
  expect(signedIn).toMatchObject({ status: 200, body: { email: member.email } })

  const again = asPerson(service, signedIn)
  const { token } = await service.admin.invitations.create(there, {
    email: member.email,
    role: 'owner',
  })
  const accepted = await sendAs(service, again, '/api/v1/admin/invitations/accept', {
    json: { token },
  })
  expect(accepted.status).toBe(200)
  await enrol(service, again)
  expect(await reset()).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  await service.admin.members.resetSecondFactor(here, member.id)
  const after = await signIn(service, member.email, PASSWORD, fresh())
  expect(after.body).toMatchObject({ email: member.email })
  const rows = await readRows<{ actor: string }>(
    database,
    `select actor from audit_events where action = 'member.reset_two_factor' order by id`,
  )
  expect(rows.map(({ actor }) => actor)).toEqual([admin.email, 'operator'])
})
