import { Client } from 'pg'
import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { getAdminUrl } from '../support/store/services.ts'
import { bearer, joinAs, PASSWORD, sendAs, signIn, asPerson } from './support/people.ts'
import { adminPath, send } from './support/wire.ts'

const { test } = sharing()

const workspacePath = (workspaceId: string, rest = '') =>
  `/api/v1/admin/workspaces/${workspaceId}${rest}`
const SESSIONS = '/api/v1/admin/me/sessions'

type Listed = { sessions: { id: string; is_current: boolean; address: string }[] }

test('a session that is revoked, signed out or older than a new password opens nothing', async ({
  service,
  knowledge,
}) => {
  const first = await joinAs(service, knowledge.workspaceId, 'editor')
  const again = async (password = PASSWORD) =>
    asPerson(service, await signIn(service, first.email, password))
  const second = await again()
  const { sessions } = (await sendAs(service, first, SESSIONS)).body as Listed
  expect(sessions.map(({ is_current }) => is_current)).toEqual([false, true])
  expect(sessions[0]?.address).toBe('127.0.0.1')
  const other = await sendAs(service, first, `${SESSIONS}/${sessions[0]?.id}`, { method: 'DELETE' })
  expect(other.status).toBe(204)
  expect((await sendAs(service, second, SESSIONS)).status).toBe(401)
  expect((await sendAs(service, first, SESSIONS)).status).toBe(200)

  const third = await again()
  const out = await sendAs(service, third, '/api/v1/admin/session', { method: 'DELETE' })
  expect(out.status).toBe(204)
  expect(out.headers.getSetCookie()[0]).toMatch(/^footnote_session=; Max-Age=0/)
  expect((await sendAs(service, third, SESSIONS)).status).toBe(401)

  const fourth = await again()
  const change = (current_password: string) =>
    sendAs(service, fourth, '/api/v1/admin/me/password', {
      method: 'PUT',
      json: { current_password, new_password: 'quite another password' },
    })
  expect((await change('not the password')).status).toBe(403)
  const changed = await change(PASSWORD)
  expect(changed.status).toBe(204)
  for (const old of [first, fourth]) {
    expect((await sendAs(service, old, SESSIONS)).status).toBe(401)
  }
  expect((await signIn(service, first.email)).status).toBe(401)
  expect((await sendAs(service, await again('quite another password'), SESSIONS)).status).toBe(200)
})

test('nobody revokes a session of somebody else', async ({ service, knowledge }) => {
  const one = await joinAs(service, knowledge.workspaceId, 'owner')
  const two = await joinAs(service, knowledge.workspaceId, 'viewer')
  const { sessions } = (await sendAs(service, two, SESSIONS)).body as Listed
  const path = `${SESSIONS}/${sessions[0]?.id}`
  expect((await sendAs(service, one, path, { method: 'DELETE' })).status).toBe(404)
  expect((await sendAs(service, two, SESSIONS)).status).toBe(200)
})

test('a changed role holds from the next request on, for sessions and tokens', async ({
  service,
  knowledge,
}) => {
  const { workspaceId, knowledgeBaseId } = knowledge
  const person = await joinAs(service, workspaceId, 'admin')
  const made = await sendAs(service, person, workspacePath(workspaceId, '/tokens'), {
    json: { name: 'CI', role: 'admin' },
  })
  const token = bearer((made.body as { token: string }).token)
  let groups = 0
  const createGroup = async (headers: Record<string, string>) =>
    (
      await send(service, adminPath(knowledgeBaseId, 'groups'), {
        json: { name: `Group ${(groups += 1)}` },
        headers,
      })
    ).status
  const both = async () => [await createGroup(person.headers), await createGroup(token)]
  expect(await both()).toEqual([201, 201])
  const { members } = service.admin
  await members.change(workspaceId, person.id, { role: 'viewer' })
  expect(await both()).toEqual([403, 403])
  const knowledge_base_roles = [{ knowledge_base_id: knowledgeBaseId, role: 'admin' as const }]
  await members.change(workspaceId, person.id, { knowledge_base_roles })
  expect(await both()).toEqual([201, 201])
  await members.change(workspaceId, person.id, {
    role: 'owner',
    knowledge_base_roles: [{ knowledge_base_id: knowledgeBaseId, role: 'viewer' }],
  })
  expect(await both()).toEqual([403, 403])
  await joinAs(service, workspaceId, 'owner')
  await members.remove(workspaceId, person.id)
  expect(await both()).toEqual([404, 401])
})

test('a token is refused once it is revoked or expired, and makes no other', async ({
  service,
  knowledge,
  database,
}) => {
  const { workspaceId } = knowledge
  const { accessTokens } = service.admin
  const path = workspacePath(workspaceId, '/tokens')
  const revoked = await accessTokens.create(workspaceId, { name: 'Revoked', role: 'owner' })
  const expired = await accessTokens.create(workspaceId, { name: 'Expired', role: 'owner' })
  const status = async ({ token }: { token: string }) =>
    (await send(service, path, { headers: bearer(token) })).status
  expect(await Promise.all([revoked, expired].map(status))).toEqual([200, 200])
  const another = await send(service, path, {
    json: { name: 'Another', role: 'viewer' },
    headers: bearer(revoked.token),
  })
  expect(another.status).toBe(403)
  await accessTokens.revoke(workspaceId, revoked.id)
  const client = new Client({ connectionString: getAdminUrl(database) })
  await client.connect()
  await client.query(`update access_tokens set expires_at = now() where id = $1`, [expired.id])
  await client.end()
  expect(await Promise.all([revoked, expired].map(status))).toEqual([401, 401])
  const { tokens } = await accessTokens.list(workspaceId)
  expect(tokens).toEqual([])
})

test('nobody gives or takes a role above their own, and the last owner stays', async ({
  service,
  knowledge,
}) => {
  const { workspaceId } = knowledge
  const owner = await joinAs(service, workspaceId, 'owner')
  const admin = await joinAs(service, workspaceId, 'admin')
  const as = (person: typeof admin, rest: string, request: object) =>
    sendAs(service, person, workspacePath(workspaceId, rest), request)
  const patch = (person: typeof admin, of: typeof admin, json: object) =>
    as(person, `/members/${of.id}`, { method: 'PATCH', json })
  const own = [{ knowledge_base_id: knowledge.knowledgeBaseId, role: 'owner' }]
  expect((await patch(admin, admin, { role: 'owner' })).status).toBe(403)
  expect((await patch(admin, admin, { knowledge_base_roles: own })).status).toBe(403)
  expect((await patch(admin, owner, { role: 'viewer' })).status).toBe(403)
  expect((await as(admin, `/members/${owner.id}`, { method: 'DELETE' })).status).toBe(403)
  const invite = { json: { email: 'friend@example.com', role: 'owner' } }
  expect((await as(admin, '/invitations', invite)).status).toBe(403)
  const token = { json: { name: 'Mine', role: 'owner' } }
  expect((await as(admin, '/tokens', token)).status).toBe(403)
  expect((await patch(owner, owner, { role: 'admin' })).status).toBe(409)
  expect((await as(owner, `/members/${owner.id}`, { method: 'DELETE' })).status).toBe(409)
  expect((await patch(owner, admin, { role: 'owner' })).status).toBe(200)
  expect((await patch(owner, owner, { role: 'admin' })).status).toBe(200)
})

test('below an admin people see and revoke their own tokens', async ({ service, knowledge }) => {
  const path = workspacePath(knowledge.workspaceId, '/tokens')
  const one = await joinAs(service, knowledge.workspaceId, 'editor')
  const two = await joinAs(service, knowledge.workspaceId, 'editor', { email: 'two@example.com' })
  const json = { name: 'Mine', role: 'editor' }
  const { id } = (await sendAs(service, one, path, { json })).body as { id: string }
  expect((await sendAs(service, two, path)).body).toEqual({ tokens: [] })
  expect((await sendAs(service, two, `${path}/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await sendAs(service, one, path)).body).toMatchObject({ tokens: [{ id }] })
  expect((await sendAs(service, one, `${path}/${id}`, { method: 'DELETE' })).status).toBe(204)
})

test('an editor restricts what readers see, and only an admin lets them see more', async ({
  service,
  knowledge,
}) => {
  const { workspaceId, knowledgeBaseId } = knowledge
  const editor = await joinAs(service, workspaceId, 'editor')
  const admin = await joinAs(service, workspaceId, 'admin')
  const url = 'https://docs.example.com/secret'
  const page = { url, content: '# Secret', content_type: 'text/markdown' }
  const put = (json: object) =>
    sendAs(service, editor, adminPath(knowledgeBaseId, 'documents'), { method: 'PUT', json })
  const { id } = (await put({ ...page, visibility: 'unlisted' })).body as { id: string }
  const path = adminPath(knowledgeBaseId, `documents/${id}`)
  const set = async (person: typeof editor, visibility: string) =>
    (await sendAs(service, person, path, { method: 'PATCH', json: { visibility } })).status
  expect(await set(editor, 'public')).toBe(403)
  expect(await set(editor, 'restricted')).toBe(200)
  expect(await set(editor, 'unlisted')).toBe(403)
  expect((await put({ ...page, visibility: 'public' })).status).toBe(403)
  expect((await put(page)).body).toMatchObject({ visibility: 'restricted' })
  expect(await set(admin, 'public')).toBe(200)
  const { events } = await service.admin.audit.list(workspaceId, {
    action: 'document.change',
    target: id,
  })
  expect(events.map(({ changes }) => changes)).toEqual([
    [{ field: 'visibility', from: 'restricted', to: 'public' }],
    [{ field: 'visibility', from: 'unlisted', to: 'restricted' }],
  ])

  const created = await sendAs(service, editor, adminPath(knowledgeBaseId, 'sources'), {
    json: {
      name: 'Files',
      settings: { type: 'files', base_url: 'https://docs.example.com/files/' },
      visibility: 'restricted',
      sync: false,
    },
  })
  const source = adminPath(knowledgeBaseId, `sources/${(created.body as { id: string }).id}`)
  const change = async (person: typeof editor, json: object) =>
    (await sendAs(service, person, source, { method: 'PATCH', json })).status
  const open = [{ match: '/open', visibility: 'public' }]
  const closed = [{ match: '/closed', visibility: 'restricted' }]
  expect(await change(editor, { visibility: 'public' })).toBe(403)
  expect(await change(editor, { rules: open })).toBe(403)
  expect(await change(editor, { rules: closed })).toBe(200)
  expect(await change(editor, { rules: [] })).toBe(403)
  expect(await change(editor, { name: 'Renamed' })).toBe(200)
  expect(await change(admin, { visibility: 'public', rules: open })).toBe(200)
})

test('people see their own workspaces, and a viewer not who asked', async ({
  service,
  knowledge,
}) => {
  const { workspaceId, knowledgeBaseId } = knowledge
  const viewer = await joinAs(service, workspaceId, 'viewer')
  const editor = await joinAs(service, workspaceId, 'editor')
  const list = await sendAs(service, viewer, '/api/v1/admin/workspaces')
  expect(list.body).toMatchObject({ workspaces: [{ id: workspaceId }], next_cursor: null })
  const me = await sendAs(service, viewer, '/api/v1/admin/me')
  expect(me.body).toMatchObject({
    person: { email: viewer.email, owns_installation: false },
    via: 'session',
    workspaces: [{ id: workspaceId, role: 'viewer', knowledge_bases: [] }],
    may_create_workspaces: false,
  })
  const asked = { description: 'What is a sextant?', user: { email: 'ada@example.com' } }
  await knowledge.client.formDeflect(asked)
  const asker = async (person: typeof viewer) => {
    const { body } = await sendAs(service, person, adminPath(knowledgeBaseId, 'messages'))
    return (body as { messages: { asker: string | null }[] }).messages.map((each) => each.asker)
  }
  expect(await asker(viewer)).toEqual([null])
  expect(await asker(editor)).toEqual(['ada@example.com'])
})
