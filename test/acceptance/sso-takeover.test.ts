import { SIGN_IN_PATHS } from '@footnote/contract/paths'
import { expect } from 'vitest'
import type { Service } from '../support/service.ts'
import { openBrowser } from '../support/sign-in/browser-by-hand.ts'
import type { SmtpSink } from '../support/sign-in/smtp-sink.ts'
import { readRows } from '../support/store/services.ts'
import type { SignedIn } from './support/people.ts'
import { getCookie, joinAs, linkMailedTo, PASSWORD, sendAs, signIn } from './support/people.ts'
import {
  DOMAIN,
  expectRefused,
  leadBack,
  me,
  getSession,
  toSettings,
  signInAt,
  test,
} from './support/single-sign-on.ts'
import { send } from './support/wire.ts'

const by = (service: Service, cookie = ''): SignedIn => ({
  id: '',
  email: '',
  headers: { cookie, origin: service.baseUrl },
})

const workspaceIn = (id: string) => `/api/v1/admin/workspaces/${id}`

const opened = async (service: Service, cookie: string | undefined) =>
  ((await me(service, cookie)) as { workspaces: { id: string }[] }).workspaces
    .map(({ id }) => id)
    .sort()

/** The owner of another workspace, who has an address in the domain. */
async function ownerElsewhere(service: Service, name: string, mail?: SmtpSink) {
  const elsewhere = await service.admin.workspaces.create({ name: `Of ${name}` })
  const email = `${name}@${DOMAIN}`
  const person = await joinAs(service, elsewhere.id, 'owner', { email, ...(mail && { mail }) })
  return { ...person, elsewhere: elsewhere.id }
}

test('whom the provider of a workspace vouches for gets that workspace, and no other of theirs', async ({
  service,
  workspace,
  mail,
}) => {
  const boss = await ownerElsewhere(service, 'boss', mail)
  const { cookie } = await signInAt(service, 'boss')
  expect(await me(service, cookie)).toMatchObject({ person: { id: boss.id } })
  expect(await opened(service, cookie)).toEqual([workspace])
  const session = by(service, cookie)
  const attempts = [
    workspaceIn(boss.elsewhere),
    `${workspaceIn(boss.elsewhere)}/members`,
    `${workspaceIn(boss.elsewhere)}/audit`,
  ]
  for (const path of attempts) expect((await sendAs(service, session, path)).status, path).toBe(404)
  const listed = await sendAs(service, session, '/api/v1/admin/workspaces')
  expect(listed.text).not.toContain(boss.elsewhere)
  const token = await sendAs(service, session, `${workspaceIn(boss.elsewhere)}/tokens`, {
    json: { name: 'Mine', role: 'viewer' },
  })
  expect(token.status).toBe(404)
  // Nor does it reveal where else they are signed in, or end that.
  const sessions = await sendAs(service, session, '/api/v1/admin/me/sessions')
  expect((sessions.body as { sessions: object[] }).sessions).toHaveLength(1)
  const own = await sendAs(service, boss, '/api/v1/admin/me/sessions')
  const ids = (own.body as { sessions: { id: string; is_current: boolean }[] }).sessions
  const current = ids.find(({ is_current }) => is_current)?.id ?? ''
  const end = { method: 'DELETE' }
  const ended = await sendAs(service, session, `/api/v1/admin/me/sessions/${current}`, end)
  expect(ended.status).toBe(404)
  expect(await opened(service, boss.headers.cookie)).toEqual([boss.elsewhere, workspace].sort())
})

test('single sign-on adds no other way into the account', async ({ service, workspace, mail }) => {
  expect(workspace).toEqual(expect.any(String))
  const kim = await ownerElsewhere(service, 'kim', mail)
  const session = by(service, (await signInAt(service, 'kim')).cookie)
  const changes: [string, string, object?][] = [
    ['PUT', 'me/password', { current_password: PASSWORD, new_password: 'quite another password' }],
    ['PUT', 'me/password', { new_password: 'quite another password' }],
    ['POST', 'me/two-factor', { password: PASSWORD }],
    ['POST', 'me/two-factor/confirm', { code: '123456' }],
    ['POST', 'me/two-factor/recovery-codes', { password: PASSWORD }],
    ['POST', 'me/two-factor/turn-off', { password: PASSWORD }],
    ['POST', 'me/passkeys', { password: PASSWORD }],
  ]
  for (const [method, path, json] of changes) {
    const reply = await sendAs(service, session, `/api/v1/admin/${path}`, { method, json })
    expect(reply, path).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(reply.text, path).toContain('Single sign-on does not open this')
  }
  expect((await signIn(service, kim.email)).status).toBe(200)
  // Nor does it accept what somebody else's workspace offers.
  const third = await service.admin.workspaces.create({ name: 'Third' })
  const invited = await service.admin.invitations.create(third.id, {
    email: kim.email,
    role: 'owner',
  })
  const accept = { json: { token: invited.token } }
  const accepted = await sendAs(service, session, '/api/v1/admin/invitations/accept', accept)
  expect(accepted.status).toBe(403)
})

test('what opens the account otherwise opens all of it, beside single sign-on too', async ({
  service,
  provider,
  workspace,
  mail,
}) => {
  const lee = await ownerElsewhere(service, 'lee', mail)
  const both = [lee.elsewhere, workspace].sort()
  // In a browser that has a session of their own, single sign-on takes nothing away.
  const browser = openBrowser()
  browser.cookies.set('/ footnote_session', { value: lee.headers.cookie, path: '/' })
  await browser.open(await leadBack(service, browser, 'lee'))
  expect(getSession(browser)).not.toBe(lee.headers.cookie)
  expect(await opened(service, getSession(browser))).toEqual(both)
  // Nor does a session of somebody else give anything.
  const planted = openBrowser()
  const stranger = await joinAs(service, workspace, 'viewer', { mail })
  planted.cookies.set('/ footnote_session', { value: stranger.headers.cookie, path: '/' })
  await planted.open(await leadBack(service, planted, 'lee'))
  expect(await opened(service, getSession(planted))).toEqual([workspace])
  // Where it is enforced, the password or a link comes on top of it, and not instead of it.
  await service.admin.sso.put(workspace, toSettings(provider, { enforced: true }))
  const { cookie = '' } = await signInAt(service, 'lee')
  expect(await opened(service, cookie)).toEqual([workspace])
  const { headers } = by(service, cookie)
  expect((await signIn(service, lee.email)).status).toBe(403)
  expect((await signIn(service, lee.email, 'not the password', headers)).status).toBe(401)
  expect((await signIn(service, `other@${DOMAIN}`, PASSWORD, headers)).status).toBe(403)
  const signedIn = await signIn(service, lee.email, PASSWORD, headers)
  expect(await opened(service, getCookie(signedIn))).toEqual(both)
  const link = '/api/v1/admin/session/email-link'
  const asked = await send(service, link, { json: { email: lee.email }, headers })
  expect(asked, asked.text).toMatchObject({ status: 204 })
  const token = await linkMailedTo(mail, lee.email, SIGN_IN_PATHS.link)
  const used = await send(service, `${link}/use`, { json: { token }, headers })
  expect(await opened(service, getCookie(used))).toEqual(both)
})

test('an account that somebody else may have made is not shared by signing in', async ({
  service,
  workspace,
  database,
}) => {
  // Another workspace invited the address, took the link itself and has the password.
  const squatter = await ownerElsewhere(service, 'nia')
  const browser = openBrowser()
  expectRefused(browser, await browser.open(await leadBack(service, browser, 'nia')))
  expect(await opened(service, squatter.headers.cookie)).toEqual([squatter.elsewhere])
  // Theirs after all: they have its password, and are signed in with it.
  const own = openBrowser()
  own.cookies.set('/ footnote_session', { value: squatter.headers.cookie, path: '/' })
  await own.open(await leadBack(service, own, 'nia'))
  expect(await me(service, getSession(own))).toMatchObject({ person: { id: squatter.id } })
  const linked = `select from accounts.credentials
    where user_id = '${squatter.id}' and provider_id like 'sso %'`
  expect(await readRows(database, linked)).toHaveLength(1)
  expect(await opened(service, getSession(own))).toEqual([squatter.elsewhere, workspace].sort())
})

test('an address that the provider gave to somebody else does not open the account', async ({
  service,
  provider,
  workspace,
}) => {
  const { cookie } = await signInAt(service, 'ona')
  const first = await me(service, cookie)
  expect(first).toMatchObject({ workspaces: [{ id: workspace }] })
  const successor = openBrowser()
  const back = await leadBack(service, successor, 'ona-2')
  provider.forgeNext((claims) => ({ ...claims, email: `ona@${DOMAIN}` }))
  expectRefused(successor, await successor.open(back))
  // The person is the subject, so a new address at the provider changes nothing.
  const renamed = openBrowser()
  const again = await leadBack(service, renamed, 'ona')
  provider.forgeNext((claims) => ({ ...claims, email: `ona.new@${DOMAIN}` }))
  await renamed.open(again)
  expect(await me(service, getSession(renamed))).toEqual(first)
})

test('somebody who comes to own the installation does not get it by single sign-on', async ({
  service,
  workspace,
  database,
}) => {
  const { cookie } = await signInAt(service, 'pat')
  const promote = (owns: boolean) =>
    readRows(
      database,
      `update accounts.people set owns_installation = ${String(owns)} where email = 'pat@${DOMAIN}'`,
    )
  await promote(true)
  expect(await me(service, cookie)).toMatchObject({ may_create_workspaces: false })
  const made = await sendAs(service, by(service, cookie), '/api/v1/admin/workspaces', {
    json: { name: 'Mine' },
  })
  expect(made.status).toBe(403)
  const log = await sendAs(service, by(service, cookie), '/api/v1/admin/audit')
  expect(log.status).toBe(403)
  expect(await opened(service, cookie)).toEqual([workspace])
  await promote(false)
})
