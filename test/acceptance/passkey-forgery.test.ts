import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { freePort } from '../support/network/free-port.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { SignedIn } from './support/people.ts'
import { joinAs, MANY_ATTEMPTS, PASSWORD, sendAs } from './support/people.ts'
import type { Claims } from './support/soft-passkey.ts'
import { createSoftPasskey } from './support/soft-passkey.ts'
import type { Reply } from './support/wire.ts'
import { send } from './support/wire.ts'

const test = acceptance().test.extend(
  'service',
  { scope: 'file' },
  async ({ database }, { onCleanup }) => {
    const port = String(await freePort())
    // Browsers make passkeys for host names only.
    const publicUrl = `http://localhost:${port}`
    const env = { PORT: port, PUBLIC_URL: publicUrl, ...MANY_ATTEMPTS }
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(() => service.kill())
    return Object.assign(service, { baseUrl: publicUrl })
  },
)

type Passkey = ReturnType<typeof createSoftPasskey>
type Begun = { claims: Claims; cookie: string }
type Forgery = (claims: Claims) => Claims

const PASSKEYS = '/api/v1/admin/me/passkeys'
const SESSION = '/api/v1/admin/session/passkey'

const stepCookie = ({ headers }: Reply): string =>
  headers
    .getSetCookie()
    .find((each) => each.startsWith('footnote_passkey='))
    ?.split(';', 1)[0] ?? ''

const honest = ({ baseUrl }: Service, challenge: string, type: Claims['type']): Claims => ({
  challenge,
  origin: baseUrl,
  rpId: 'localhost',
  type,
  isVerified: true,
  counter: 1,
})

async function beginAdding(service: Service, person: SignedIn): Promise<Begun> {
  const begun = await sendAs(service, person, PASSKEYS, { json: { password: PASSWORD } })
  expect(begun, begun.text).toMatchObject({ status: 200 })
  const { challenge } = begun.body as { challenge: string }
  return { claims: honest(service, challenge, 'webauthn.create'), cookie: stepCookie(begun) }
}

const add = (
  service: Service,
  { headers }: SignedIn,
  cookie: string,
  response: ReturnType<Passkey['create']>,
) =>
  send(service, `${PASSKEYS}/confirm`, {
    json: { name: 'Soft', response },
    headers: { ...headers, cookie: `${headers.cookie}; ${cookie}` },
  })

async function beginSignIn(service: Service): Promise<Begun> {
  const begun = await send(service, SESSION, { method: 'POST' })
  expect(begun, begun.text).toMatchObject({ status: 200 })
  const { challenge } = begun.body as { challenge: string }
  return { claims: honest(service, challenge, 'webauthn.get'), cookie: stepCookie(begun) }
}

const use = (service: Service, cookie: string, response: ReturnType<Passkey['get']>) =>
  send(service, `${SESSION}/use`, { json: { response }, headers: { cookie } })

const expectSignedOut = (reply: Reply, what: string) => {
  expect(reply, what).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  const session = reply.headers.getSetCookie().filter((each) => /session=[^;]/.test(each))
  expect(session, what).toEqual([])
}

/** What neither adding one nor signing in may accept. */
const FORGERIES: Readonly<Record<string, Forgery>> = {
  'another origin': (claims) => ({ ...claims, origin: 'https://evil.example' }),
  'another port': (claims) => ({ ...claims, origin: 'http://localhost:1' }),
  'an origin that begins alike': (claims) => ({
    ...claims,
    origin: `${claims.origin}.evil.example`,
  }),
  'another host': (claims) => ({ ...claims, rpId: 'evil.example' }),
  'another challenge': (claims) => ({ ...claims, challenge: 'x'.repeat(43) }),
  'no challenge': (claims) => ({ ...claims, challenge: '' }),
  'nobody verified': (claims) => ({ ...claims, isVerified: false }),
  'the other ceremony': (claims) => ({
    ...claims,
    type: claims.type === 'webauthn.get' ? 'webauthn.create' : 'webauthn.get',
  }),
}

async function addPasskey(service: Service, person: SignedIn): Promise<Passkey> {
  const passkey = createSoftPasskey()
  const { claims, cookie } = await beginAdding(service, person)
  const added = await add(service, person, cookie, passkey.create(claims))
  expect(added, added.text).toMatchObject({ status: 201 })
  return passkey
}

test('no forged passkey is added', async ({ service, knowledge }) => {
  const person = await joinAs(service, knowledge.workspaceId, 'editor')
  const other = await joinAs(service, knowledge.workspaceId, 'admin')
  const passkey = createSoftPasskey()
  for (const [what, forge] of Object.entries(FORGERIES)) {
    const { claims, cookie } = await beginAdding(service, person)
    const refused = await add(service, person, cookie, passkey.create(forge(claims)))
    expect(refused, what).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  }
  const { claims, cookie } = await beginAdding(service, person)
  // The challenge of one person, answered in the session of another.
  const planted = await add(service, other, cookie, passkey.create(claims))
  expect(planted.status).toBe(403)
  const again = await beginAdding(service, person)
  const made = passkey.create(again.claims)
  expect((await add(service, person, again.cookie, made)).status).toBe(201)
  expect((await add(service, person, again.cookie, made)).status).toBe(403)
  const listed = await sendAs(service, person, PASSKEYS)
  expect(listed.body).toMatchObject({ passkeys: [{ name: 'Soft' }] })
  expect((await sendAs(service, other, PASSKEYS)).body).toMatchObject({ passkeys: [] })
})

test('no forged answer signs in, and a challenge is answered once', async ({
  service,
  knowledge,
}) => {
  const person = await joinAs(service, knowledge.workspaceId, 'editor')
  const passkey = await addPasskey(service, person)
  const counting = { counter: 2 }
  for (const [what, forge] of Object.entries(FORGERIES)) {
    const { claims, cookie } = await beginSignIn(service)
    expectSignedOut(
      await use(service, cookie, passkey.get({ ...forge(claims), ...counting })),
      what,
    )
  }
  // The signature of another key, a changed one, and one of other data.
  const stranger = createSoftPasskey()
  const first = await beginSignIn(service)
  const signed = stranger.get({ ...first.claims, ...counting })
  const pretended = { ...signed, id: passkey.id, rawId: passkey.id }
  expectSignedOut(await use(service, first.cookie, pretended), 'another key')
  const second = await beginSignIn(service)
  const good = passkey.get({ ...second.claims, ...counting })
  const other = passkey.get({ ...second.claims, counter: 3 })
  const mixed = { ...good, response: { ...good.response, signature: other.response.signature } }
  expectSignedOut(await use(service, second.cookie, mixed), 'a signature of other data')
  const third = await beginSignIn(service)
  expectSignedOut(
    await use(service, third.cookie, stranger.get({ ...third.claims, ...counting })),
    'an unknown passkey',
  )
  // The challenge of one browser, in another.
  const mine = await beginSignIn(service)
  const theirs = await beginSignIn(service)
  const forMine = passkey.get({ ...mine.claims, ...counting })
  expectSignedOut(await use(service, theirs.cookie, forMine), 'the challenge of another browser')
  expectSignedOut(await use(service, '', forMine), 'no cookie')
  // A good one signs in, once.
  const last = await beginSignIn(service)
  const answer = passkey.get({ ...last.claims, ...counting })
  const signedIn = await use(service, last.cookie, answer)
  expect(signedIn, signedIn.text).toMatchObject({ status: 200, body: { id: person.id } })
  expectSignedOut(await use(service, last.cookie, answer), 'a replay')
  const fresh = await beginSignIn(service)
  expectSignedOut(await use(service, fresh.cookie, answer), 'a replay with a new challenge')
})

test('a counter that goes back or stands still is a copy, and does not sign in', async ({
  service,
  knowledge,
}) => {
  const person = await joinAs(service, knowledge.workspaceId, 'editor')
  const passkey = await addPasskey(service, person)
  const signInAt = async (counter: number) => {
    const { claims, cookie } = await beginSignIn(service)
    return use(service, cookie, passkey.get({ ...claims, counter }))
  }
  expect((await signInAt(10)).status).toBe(200)
  for (const counter of [0, 1, 9, 10]) expectSignedOut(await signInAt(counter), String(counter))
  expect((await signInAt(11)).status).toBe(200)
})
