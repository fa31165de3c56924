import type { JWTPayload } from 'jose'
import { expect } from 'vitest'
import { openBrowser } from '../support/sign-in/browser-by-hand.ts'
import { readRows } from '../support/store/services.ts'
import { enrol } from './support/authenticator.ts'
import { getCookie, join, joinAs, PASSWORD, sendAs, signIn } from './support/people.ts'
import {
  begin,
  DOMAIN,
  expectRefused,
  leadBack,
  me,
  getSession,
  toSettings,
  signInAt,
  test,
} from './support/single-sign-on.ts'
import { asOperator, send } from './support/wire.ts'

test('a first sign-in joins the workspace, and a later one finds the same account', async ({
  service,
  workspace,
  database,
}) => {
  const { page, cookie } = await signInAt(service, 'grace')
  expect(page.url).toBe(`${service.baseUrl}/console`)
  const first = await me(service, cookie)
  expect(first).toMatchObject({
    person: { email: `grace@${DOMAIN}`, owns_installation: false },
    workspaces: [{ id: workspace, role: 'editor' }],
  })
  expect(await me(service, (await signInAt(service, 'grace')).cookie)).toEqual(first)
  const { events } = await service.admin.audit.list(workspace, { action: 'member.join' })
  expect(events).toMatchObject([
    { actor: `grace@${DOMAIN}`, changes: [{ field: 'role', from: null, to: 'editor' }] },
  ])
  const rows = await readRows(
    database,
    `select from audit_events where action = 'session.sign_in' and actor = 'grace@${DOMAIN}'`,
  )
  expect(rows).toHaveLength(2)
  // Who was removed does not come back by signing in again.
  const { id } = (first as { person: { id: string } }).person
  await service.admin.members.remove(workspace, id)
  const third = await me(service, (await signInAt(service, 'grace')).cookie)
  expect(third).toMatchObject({ workspaces: [] })
})

test('a token that does not hold signs nobody in', async ({ service, provider, workspace }) => {
  const now = () => Math.floor(Date.now() / 1000)
  const forgeries: Record<string, (claims: JWTPayload) => JWTPayload> = {
    'another nonce': (claims) => ({ ...claims, nonce: 'another' }),
    'no nonce': (claims) => ({ ...claims, nonce: undefined }),
    'another audience': (claims) => ({ ...claims, aud: 'another-client' }),
    'another issuer': (claims) => ({ ...claims, iss: 'https://evil.example' }),
    'an expired one': (claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 }),
    'an address that is not verified': (claims) => ({ ...claims, email_verified: false }),
    'no address': (claims) => ({ ...claims, email: undefined }),
    'a foreign domain': (claims) => ({ ...claims, email: 'ada@example.com' }),
    'a domain that only ends alike': (claims) => ({ ...claims, email: 'ada@evil-example.org' }),
    'two addresses': (claims) => ({ ...claims, email: 'ada@example.org@example.com' }),
    'two addresses, ours last': (claims) => ({ ...claims, email: `ada@evil.com@${DOMAIN}` }),
    'a quoted address': (claims) => ({ ...claims, email: `"ada@evil.com"@${DOMAIN}` }),
    'an address with NUL': (claims) => ({ ...claims, email: `ada\0@${DOMAIN}` }),
    'an address with a line break': (claims) => ({ ...claims, email: `ada\n@${DOMAIN}` }),
    'an address in other letters': (claims) => ({ ...claims, email: `\u212Aim@${DOMAIN}` }),
    'a long address': (claims) => ({ ...claims, email: `${'a'.repeat(400)}@${DOMAIN}` }),
    'a list of addresses': (claims) => ({ ...claims, email: [`ada@${DOMAIN}`] }),
    'no subject': (claims) => ({ ...claims, sub: '' }),
    'a blank subject': (claims) => ({ ...claims, sub: ' ' }),
    'a subject with NUL': (claims) => ({ ...claims, sub: 'eve\0' }),
    'a subject with a line break': (claims) => ({ ...claims, sub: 'eve\nadmin' }),
    'a long subject': (claims) => ({ ...claims, sub: 'e'.repeat(256) }),
  }
  const expectForged = async (what: string, ...forgery: Parameters<typeof provider.forgeNext>) => {
    const browser = openBrowser()
    const back = await leadBack(service, browser, 'eve')
    provider.forgeNext(...forgery)
    expectRefused(browser, await browser.open(back), what)
  }
  for (const [what, change] of Object.entries(forgeries)) await expectForged(what, change)
  // It came from the token endpoint, as it should, and says nothing wrong.
  for (const signing of ['another key', 'client secret', 'none'] as const) {
    await expectForged(`signed by: ${signing}`, (claims) => claims, signing)
  }
  const { members } = await service.admin.members.list(workspace)
  expect(members).toEqual([])
  const { cookie } = await signInAt(service, 'eve')
  expect(await me(service, cookie)).toMatchObject({ person: { email: `eve@${DOMAIN}` } })
})

test('a name that cannot be shown is replaced by the address', async ({
  service,
  provider,
  workspace,
}) => {
  const names: Record<string, unknown> = {
    nul: 'Ada\0',
    turned: 'Ada \u202Eecnelavol',
    long: 'a'.repeat(5000),
    blank: ' ',
    list: ['Ada'],
  }
  for (const [name, said] of Object.entries(names)) {
    const browser = openBrowser()
    const back = await leadBack(service, browser, name)
    provider.forgeNext((claims) => ({ ...claims, name: said }))
    await browser.open(back)
    expect(await me(service, getSession(browser)), name).toMatchObject({
      person: { email: `${name}@${DOMAIN}`, name: `${name}@${DOMAIN}` },
      workspaces: [{ id: workspace }],
    })
  }
})

test('the callback works once, in the browser that began, with its state', async ({
  service,
  workspace,
}) => {
  expect(workspace).toEqual(expect.any(String))
  const browser = openBrowser()
  const back = await leadBack(service, browser, 'lin')
  const wrong = new URL(back)
  wrong.searchParams.set('state', 'x'.repeat(43))
  expectRefused(browser, await browser.open(wrong.href))
  const stranger = openBrowser()
  expectRefused(stranger, await stranger.open(back))
  stranger.cookies.set('/ footnote_sso', { value: `footnote_sso=${'x'.repeat(43)}`, path: '/' })
  expectRefused(stranger, await stranger.open(back))
  // An address to go on at is not taken from anybody.
  const page = await browser.open(`${back}&redirect_uri=https://evil.example&next=//evil.example`)
  expect(page.url).toBe(`${service.baseUrl}/console`)
  const again = openBrowser()
  for (const [name, cookie] of browser.cookies) {
    if (name !== '/ footnote_session') again.cookies.set(name, cookie)
  }
  expectRefused(again, await again.open(back))
})

test('where it is enforced every other way is closed, for everybody alike', async ({
  service,
  provider,
  knowledge,
  database,
}) => {
  const { workspaceId } = knowledge
  const known = await joinAs(service, workspaceId, 'editor', { email: `kim@${DOMAIN}` })
  const owner = await joinAs(service, workspaceId, 'viewer', { email: `boss@${DOMAIN}` })
  const promote = `update accounts.people set owns_installation = true where id = '${owner.id}'`
  await readRows(database, promote)
  const invite = { email: `new@${DOMAIN}`, role: 'viewer' as const }
  const { token } = await service.admin.invitations.create(workspaceId, invite)
  await service.admin.sso.put(workspaceId, toSettings(provider, { enforced: true }))
  try {
    const attempts = [
      await signIn(service, known.email),
      await signIn(service, known.email, 'not the password'),
      await signIn(service, `nobody@${DOMAIN}`),
      await signIn(service, owner.email, 'not the password'),
    ]
    for (const { status, body, headers } of attempts) {
      expect(status).toBe(403)
      expect(body).toMatchObject({ error: 'People with this address use single sign-on.' })
      expect(headers.getSetCookie()).toEqual([])
    }
    const count = `select from accounts.sessions where user_id = '${known.id}'`
    expect(await readRows(database, count)).toHaveLength(1)
    const link = '/api/v1/admin/session/email-link'
    expect((await send(service, link, { json: { email: known.email } })).status).toBe(403)
    const accept = { token, name: 'New', password: PASSWORD }
    const path = '/api/v1/admin/invitations/accept'
    expect((await send(service, path, { json: accept })).status).toBe(403)
    const change = { current_password: PASSWORD, new_password: 'quite another password' }
    const changed = await sendAs(service, known, '/api/v1/admin/me/password', {
      method: 'PUT',
      json: change,
    })
    expect(changed.status).toBe(403)
    const { cookie } = await signInAt(service, 'kim')
    expect(await me(service, cookie)).toMatchObject({ person: { id: known.id } })
    // Whoever owns the installation has their password, and no provider signs in as them.
    expect((await signIn(service, owner.email)).status).toBe(200)
    const browser = openBrowser()
    expectRefused(browser, await browser.open(await leadBack(service, browser, 'boss')))
  } finally {
    await service.admin.sso.delete(workspaceId)
  }
  expect((await signIn(service, known.email)).status).toBe(200)
})

test('only who owns the installation gives a workspace a domain, and to one alone', async ({
  service,
  provider,
  workspace,
}) => {
  const owner = await joinAs(service, workspace, 'owner')
  const path = `/api/v1/admin/workspaces/${workspace}/sso`
  const put = (change: object) =>
    sendAs(service, owner, path, { method: 'PUT', json: toSettings(provider, change) })
  const takeovers = [
    { domains: [DOMAIN, 'example.net'] },
    { domains: [] },
    { issuer: 'https://evil.example' },
    { client_id: 'another' },
    { issuer: `${provider.issuer}/` },
  ]
  for (const change of takeovers) {
    expect((await put(change)).status, JSON.stringify(change)).toBe(403)
  }
  expect(await service.admin.sso.get(workspace)).toMatchObject({
    sso: { issuer: provider.issuer, client_id: provider.clientId, domains: [DOMAIN] },
  })
  const kept = await put({ client_secret: undefined, enforced: false, default_role: 'admin' })
  expect(kept.body).toEqual({
    issuer: provider.issuer,
    client_id: provider.clientId,
    has_client_secret: true,
    domains: [DOMAIN],
    enforced: false,
    default_role: 'admin',
    redirect_uri: `${service.baseUrl}/sign-in/callback`,
  })
  const { events } = await service.admin.audit.list(workspace, { action: 'sso.change' })
  expect(events[0]).toMatchObject({
    actor: owner.email,
    changes: [{ field: 'default_role', from: 'editor', to: 'admin' }],
  })
  const tested = await sendAs(service, owner, `${path}/test`, { method: 'POST' })
  expect(tested.body).toEqual({ ok: true, error: null })
  const elsewhere = { issuer: 'https://evil.example', client_secret: undefined }
  expect(await service.admin.sso.put(workspace, toSettings(provider, elsewhere))).toMatchObject({
    has_client_secret: false,
  })
  const shown = await sendAs(service, owner, path)
  expect(shown.text).not.toContain(provider.clientSecret)
  const failed = await sendAs(service, owner, `${path}/test`, { method: 'POST' })
  expect(failed.body).toMatchObject({ ok: false })
  const other = await service.admin.workspaces.create({ name: 'Other' })
  await expect(service.admin.sso.put(other.id, toSettings(provider))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const unknown = await send(service, `/api/v1/admin/workspaces/${other.id}/sso`, {
    headers: asOperator,
  })
  expect(unknown.body).toMatchObject({ sso: null })
  expect(await service.admin.sso.test(other.id)).toMatchObject({ ok: false })
  expect((await begin(service, 'ada@unknown.example')).status).toBe(404)
  const foreign = await begin(service, `ada@${DOMAIN}`, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
})

test('somebody with a second factor is still asked for it, and it opens no more', async ({
  service,
  workspace,
}) => {
  const person = await joinAs(service, workspace, 'viewer', { email: `max@${DOMAIN}` })
  const other = await service.admin.workspaces.create({ name: 'Elsewhere' })
  await join(service, other.id, person)
  const { code } = await enrol(service, person)
  const { browser, page, cookie: none } = await signInAt(service, 'max')
  expect(page).toMatchObject({ url: `${service.baseUrl}/sign-in/code`, status: 200 })
  expect(none).toBeUndefined()
  const waiting = browser.cookies.get('/ footnote_second_step')?.value ?? ''
  const done = await send(service, '/api/v1/admin/session/two-factor', {
    json: { code: await code(1) },
    headers: { cookie: waiting },
  })
  expect(done, done.text).toMatchObject({ status: 200, body: { email: person.email } })
  expect(await me(service, getCookie(done))).toMatchObject({ workspaces: [{ id: workspace }] })
  const elsewhere = await send(service, `/api/v1/admin/workspaces/${other.id}`, {
    headers: { cookie: getCookie(done) },
  })
  expect(elsewhere.status).toBe(404)
})
