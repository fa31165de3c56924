import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import type { Service } from '../support/service.ts'
import type { SignedIn } from './support/people.ts'
import { getCookie, joinAs, PASSWORD, sendAs, signIn } from './support/people.ts'
import type { Reply } from './support/wire.ts'
import { asOperator, send } from './support/wire.ts'

const ATTEMPTS = 6

/** Requests say themselves where they come from, as behind a proxy. */
const { test } = acceptance({
  TRUST_PROXY: 'true',
  SIGN_IN_ATTEMPTS_PER_MINUTE: String(ATTEMPTS),
})

let networks = 0
/** A network that nothing came from before. */
const fresh = () => ({
  'x-forwarded-for': `203.0.${Math.floor((networks += 1) / 250)}.${networks % 250}`,
})

const join = (service: Service, workspaceId: string, email?: string): Promise<SignedIn> =>
  joinAs(service, workspaceId, 'admin', {
    headers: fresh(),
    ...(email === undefined ? {} : { email }),
  })

const said = ({ status, body }: Reply) => ({ status, ...(body as object), request_id: null })

test('the cookie is closed to scripts and other sites, and the session is of the person alone', async ({
  service,
  knowledge,
}) => {
  const { email } = await join(service, knowledge.workspaceId)
  const reply = await signIn(service, email, PASSWORD, fresh())
  const [cookie = '', ...others] = reply.headers.getSetCookie()
  // Besides, the device is remembered; that opens nothing.
  expect(others).toHaveLength(1)
  const [device = ''] = others
  expect(device).toMatch(
    /^footnote_device=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const bare = { cookie: device.split(';', 1)[0] ?? '' }
  expect((await send(service, '/api/v1/admin/me', { headers: bare })).status).toBe(401)
  expect(cookie).toMatch(
    /^footnote_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(JSON.stringify(reply.body)).not.toContain(getCookie(reply).slice(18, 40))
  const forged = getCookie(reply).replace(/.{8}$/, 'AAAAAAA%3D')
  const refused = await send(service, '/api/v1/admin/me', { headers: { cookie: forged } })
  expect(refused.status).toBe(401)
})

test('a session that somebody else planted is not taken over by signing in', async ({
  service,
  knowledge,
}) => {
  const attacker = await join(service, knowledge.workspaceId, 'attacker@example.com')
  const { email } = await join(service, knowledge.workspaceId, 'victim@example.com')
  const reply = await signIn(service, email, PASSWORD, { ...fresh(), ...attacker.headers })
  expect(reply.status).toBe(200)
  expect(getCookie(reply)).not.toBe(attacker.headers.cookie)
  const who = await sendAs(service, attacker, '/api/v1/admin/me')
  expect(who.body).toMatchObject({ person: { email: 'attacker@example.com' } })
})

test('a request with a cookie from a page of another origin is refused and changes nothing', async ({
  service,
  knowledge,
}) => {
  const person = await join(service, knowledge.workspaceId)
  const groups = `/api/v1/admin/knowledge-bases/${knowledge.knowledgeBaseId}/groups`
  const { cookie } = person.headers
  const pages: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: service.baseUrl.replace('127.0.0.1', 'localhost') },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of pages) {
    const name = JSON.stringify(headers)
    const made = await send(service, groups, { json: { name }, headers: { cookie, ...headers } })
    expect(made, name).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const read = await send(service, groups, { headers: { cookie, ...headers } })
    expect(read.status, name).toBe(403)
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
    const out = await send(service, '/api/v1/admin/session', {
      method: 'DELETE',
      headers: { cookie, ...headers },
    })
    expect(out.status, name).toBe(403)
  }
  // A form or a script without an origin is no page of ours either.
  const bare = await send(service, groups, { json: { name: 'Bare' }, headers: { cookie } })
  expect(bare.status).toBe(403)
  const own = await sendAs(service, person, groups)
  expect(own).toMatchObject({ status: 200, body: { groups: [] } })
})

test('nobody is signed in by a page of another origin', async ({ service, knowledge }) => {
  const { email } = await join(service, knowledge.workspaceId)
  const headers = { ...fresh(), origin: 'https://evil.example' }
  const reply = await signIn(service, email, PASSWORD, headers)
  expect(reply.status).toBe(403)
  expect(reply.headers.getSetCookie()).toEqual([])
})

test('an unknown address and a wrong password are told apart by nothing', async ({
  service,
  knowledge,
}) => {
  const { email } = await join(service, knowledge.workspaceId)
  const wrong = await signIn(service, email, 'not the password', fresh())
  const unknown = await signIn(service, 'nobody@example.com', 'not the password', fresh())
  expect(said(wrong)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  expect(said(unknown)).toEqual(said(wrong))
  const names = (reply: Reply) => [...reply.headers.keys()].sort()
  expect(names(unknown)).toEqual(names(wrong))
  // Nor by the limit: both run into it.
  for (const address of [email, 'nobody@example.com']) {
    const from = fresh()
    const statuses: number[] = []
    for (let attempt = 0; attempt <= ATTEMPTS; attempt += 1) {
      statuses.push((await signIn(service, address, 'not the password', from)).status)
    }
    expect(statuses.at(-1), address).toBe(429)
  }
})

test('who guesses is stopped, from one network and from many, and the owner still gets in', async ({
  service,
  knowledge,
}) => {
  const { email } = await join(service, knowledge.workspaceId)
  const guesser = fresh()
  const guesses: Reply[] = []
  while (guesses.length < 4 * ATTEMPTS && guesses.at(-1)?.status !== 429) {
    guesses.push(await signIn(service, email, `guess ${guesses.length}`, guesser))
  }
  expect(guesses.length).toBeLessThanOrEqual(ATTEMPTS + 1)
  expect(Number(guesses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  // Not even the right one is looked at from there; from elsewhere it is.
  expect((await signIn(service, email, PASSWORD, guesser)).status).toBe(429)
  expect((await signIn(service, email, PASSWORD, fresh())).status).toBe(200)
  const many = await Promise.all(
    Array.from({ length: 10 * ATTEMPTS }, () => signIn(service, email, 'a guess', fresh())),
  )
  expect(many.map(({ status }) => status)).toContain(429)
})

test('failed attempts are in the log of who owns the installation, without the password', async ({
  service,
  knowledge,
}) => {
  const person = await join(service, knowledge.workspaceId)
  const tried = ['a guess that is no password', 'another guess']
  await signIn(service, person.email.toUpperCase(), tried[0], fresh())
  await signIn(service, 'nobody@example.com', tried[1], fresh())
  const path = '/api/v1/admin/audit?action=session.sign_in_failed'
  const log = await send(service, path, { headers: asOperator })
  const { events } = log.body as { events: { actor: string }[] }
  const failed = { action: 'session.sign_in_failed', actor_id: null, target: null }
  const changes = [{ field: 'way', to: 'password' }]
  const of = (actor: string) => events.filter((event) => event.actor === actor).slice(0, 1)
  for (const actor of [person.email, 'nobody@example.com']) {
    expect(of(actor)).toMatchObject([{ ...failed, actor, changes, address: expect.any(String) }])
  }
  for (const guess of tried) expect(log.text).not.toContain(guess)
  expect((await sendAs(service, person, path)).status).toBe(403)
  const own = await service.admin.audit.list(knowledge.workspaceId)
  expect(own.events.map(({ action }) => action)).not.toContain('session.sign_in_failed')
})

test('nothing leads elsewhere: no redirect is taken, and the library has no endpoints', async ({
  service,
  knowledge,
}) => {
  const { email } = await join(service, knowledge.workspaceId)
  for (const name of ['callbackURL', 'redirect', 'redirect_to', 'next']) {
    const reply = await send(service, '/api/v1/admin/session', {
      json: { email, password: PASSWORD, [name]: 'https://evil.example' },
      headers: fresh(),
    })
    expect(reply, name).toMatchObject({ status: 400 })
    expect(reply.headers.get('location')).toBeNull()
  }
  const endpoints = ['sign-up/email', 'sign-in/email', 'get-session', 'callback/x', 'update-user']
  for (const path of endpoints) {
    const reply = await send(service, `/api/auth/${path}`, { json: { email, password: PASSWORD } })
    expect(reply.status, path).toBe(404)
  }
  for (const page of ['setup?next=https://evil.example', 'invitation?next=//evil.example']) {
    const reply = await send(service, `/console/${page}`)
    expect(reply.status).toBe(200)
    expect(reply.text).not.toContain('evil')
  }
})
