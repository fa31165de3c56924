import { expect } from 'vitest'
import { createPublicKey } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { sharing } from '../support/sharing.ts'
import { createFiles, putFile, syncNow } from '../support/sources.ts'
import { readRows } from '../support/store/services.ts'
import { joinAs, sendAs } from './support/people.ts'
import { adminPath } from './support/wire.ts'

const { test } = sharing()

/** Whoever reads one reads the other too, and a key reads the other alone. */
async function createReadGroups(operator: Service['admin'], knowledgeBaseId: string) {
  const { id: inner } = await operator.groups.create(knowledgeBaseId, { name: 'inner' })
  const { id: wide } = await operator.groups.create(knowledgeBaseId, { name: 'wide' })
  await createPublicKey(operator, knowledgeBaseId, [wide])
  await createPublicKey(operator, knowledgeBaseId, [inner, wide])
  return { inner, wide }
}

test('an editor moves nothing to a group that others read', async ({
  service,
  knowledge,
  database,
}) => {
  const { workspaceId, knowledgeBaseId } = knowledge
  const { admin: operator } = service
  const editor = await joinAs(service, workspaceId, 'editor')
  const admin = await joinAs(service, workspaceId, 'admin')
  const createGroup = async (name: string) =>
    (await operator.groups.create(knowledgeBaseId, { name })).id
  const { inner, wide } = await createReadGroups(operator, knowledgeBaseId)
  const unread = await createGroup('unread')
  const documents = adminPath(knowledgeBaseId, 'documents')
  const page = { url: 'https://docs.example.com/inner', content: '# Inner' }
  const put = (json: object, by = editor) =>
    sendAs(service, by, documents, {
      method: 'PUT',
      json: { ...page, content_type: 'text/markdown', ...json },
    })
  const { id } = (await put({ group_id: inner })).body as { id: string }
  const move = async (person: typeof editor, group_id: string | null) =>
    (
      await sendAs(service, person, adminPath(knowledgeBaseId, `documents/${id}`), {
        method: 'PATCH',
        json: { group_id },
      })
    ).status
  expect(await move(editor, wide)).toBe(403)
  expect((await put({ group_id: wide })).status).toBe(403)
  const bulk = await sendAs(service, editor, adminPath(knowledgeBaseId, 'documents/bulk'), {
    json: { ids: [id], group_id: wide },
  })
  expect(bulk, bulk.text).toMatchObject({ status: 403 })
  const several = await sendAs(service, editor, adminPath(knowledgeBaseId, 'documents/bulk'), {
    method: 'PUT',
    json: { documents: [{ ...page, content_type: 'text/markdown', group_id: wide }] },
  })
  expect(several.body).toMatchObject({ documents: [{ outcome: 'refused', code: 'FORBIDDEN' }] })
  expect((await operator.documents.get(knowledgeBaseId, id)).group_id).toBe(inner)
  // To one that nobody else reads, to those who read everything, and back by somebody who may.
  expect(await move(editor, unread)).toBe(200)
  expect(await move(editor, null)).toBe(200)
  expect(await move(editor, inner)).toBe(403)
  expect(await move(admin, wide)).toBe(200)
  expect(await move(editor, inner)).toBe(200)

  const created = await sendAs(service, editor, adminPath(knowledgeBaseId, 'sources'), {
    json: {
      name: 'Files',
      settings: { type: 'files', base_url: 'https://docs.example.com/files/' },
      group_id: inner,
      sync: false,
    },
  })
  const source = adminPath(knowledgeBaseId, `sources/${(created.body as { id: string }).id}`)
  const change = async (person: typeof editor, json: object) =>
    (await sendAs(service, person, source, { method: 'PATCH', json })).status
  expect(await change(editor, { group_id: wide })).toBe(403)
  expect(await change(admin, { group_id: wide })).toBe(200)
  // Readers who sign in count like a key.
  const readers = await createGroup('readers')
  await readRows(
    database,
    `insert into sign_in_settings (knowledge_base_id, workspace_id, allowed_group_ids)
     values ('${knowledgeBaseId}', '${workspaceId}', '{${readers}}')`,
  )
  expect(await move(editor, readers)).toBe(403)
  // Out of a group for signed readers others read it, wherever it goes.
  const signed = { name: 'signed', signed_readers_only: true }
  const { id: members } = await operator.groups.create(knowledgeBaseId, signed)
  expect(await move(editor, members)).toBe(200)
  for (const to of [null, unread]) expect(await move(editor, to)).toBe(403)
  expect(await move(admin, null)).toBe(200)
})

test('an address is read by no more after its page is deleted', async ({ service, knowledge }) => {
  const { workspaceId, knowledgeBaseId } = knowledge
  const editor = await joinAs(service, workspaceId, 'editor')
  const admin = await joinAs(service, workspaceId, 'admin')
  const documents = adminPath(knowledgeBaseId, 'documents')
  const url = 'https://docs.example.com/secret'
  const page = { url, content: '# Secret', content_type: 'text/markdown' }
  const put = (json: object, by = editor) =>
    sendAs(service, by, documents, { method: 'PUT', json: { ...page, ...json } })
  const bulkPath = adminPath(knowledgeBaseId, 'documents/bulk')
  const remove = async (id: string) => {
    const path = adminPath(knowledgeBaseId, `documents/${id}`)
    expect((await sendAs(service, editor, path, { method: 'DELETE' })).status).toBe(204)
  }
  const removeInBulk = async (id: string) => {
    const json = { ids: [id], delete: true }
    expect((await sendAs(service, editor, bulkPath, { json })).status).toBe(200)
  }
  let { id } = (await put({ visibility: 'restricted' })).body as { id: string }
  for (const removed of [remove, removeInBulk]) {
    await removed(id)
    expect((await put({ visibility: 'public' })).status).toBe(403)
    expect((await put({ visibility: 'unlisted' })).status).toBe(403)
    const several = await sendAs(service, editor, bulkPath, {
      method: 'PUT',
      json: { documents: [{ ...page, visibility: 'public' }] },
    })
    expect(several.body).toMatchObject({ documents: [{ outcome: 'refused', code: 'FORBIDDEN' }] })
    // Whoever does not say how open it is, an admin too, gets it as it was.
    const again = await put({}, removed === remove ? editor : admin)
    expect(again).toMatchObject({ status: 201, body: { visibility: 'restricted' } })
    ;({ id } = again.body as { id: string })
  }
  await remove(id)
  const opened = await put({ visibility: 'public' }, admin)
  expect(opened).toMatchObject({ status: 201, body: { visibility: 'public' } })
  // It was said: what is public now may be deleted and put again.
  await remove((opened.body as { id: string }).id)
  expect((await put({})).body).toMatchObject({ visibility: 'public' })

  const { admin: operator } = service
  const { inner, wide } = await createReadGroups(operator, knowledgeBaseId)
  const grouped = await put({ group_id: inner }, admin)
  ;({ id } = grouped.body as { id: string })
  for (const removed of [remove, removeInBulk]) {
    await removed(id)
    expect((await put({ group_id: wide })).status).toBe(403)
    const several = await sendAs(service, editor, bulkPath, {
      method: 'PUT',
      json: { documents: [{ ...page, group_id: wide }] },
    })
    expect(several.body).toMatchObject({ documents: [{ outcome: 'refused', code: 'FORBIDDEN' }] })
    const again = await put({}, removed === remove ? editor : admin)
    expect(again).toMatchObject({ status: 201, body: { visibility: 'public', group_id: inner } })
    ;({ id } = again.body as { id: string })
  }
  await remove(id)
  const moved = await put({ group_id: wide }, admin)
  expect(moved).toMatchObject({ status: 201, body: { group_id: wide } })
  await remove((moved.body as { id: string }).id)
  // Those who read everything read one without a group, and no key with groups does.
  const ungrouped = await put({ group_id: null })
  expect(ungrouped).toMatchObject({ status: 201, body: { group_id: null } })
  await remove((ungrouped.body as { id: string }).id)
  expect((await put({ group_id: wide })).status).toBe(403)
  // When its group is deleted, it goes where the group's documents go, or to none.
  const { id: unread } = await operator.groups.create(knowledgeBaseId, { name: 'unread' })
  for (const moveTo of [unread, undefined]) {
    const { id: doomed } = await operator.groups.create(knowledgeBaseId, { name: 'doomed' })
    const last = await put({ group_id: doomed }, admin)
    await remove((last.body as { id: string }).id)
    await operator.groups.remove(knowledgeBaseId, doomed, { move_to: moveTo })
    expect((await put({ group_id: wide })).status).toBe(403)
    const again = await put({})
    expect(again).toMatchObject({ status: 201, body: { group_id: moveTo ?? null } })
    await remove((again.body as { id: string }).id)
  }
})

test('a page of a source is read by no more after its source is deleted or lists it no more', async ({
  service,
  knowledge,
}) => {
  const { workspaceId, knowledgeBaseId } = knowledge
  const { admin: operator } = service
  const editor = await joinAs(service, workspaceId, 'editor')
  const { inner, wide } = await createReadGroups(operator, knowledgeBaseId)
  const names = ['a.md', 'b.md', 'c.md', 'd.md']
  const createSource = async (group_id: string) => {
    const files = Object.fromEntries(names.map((name) => [name, `# Page ${name}`]))
    const { id } = await createFiles(service, knowledge, files)
    await operator.sources.change(knowledgeBaseId, id, { group_id })
    await syncNow(service, knowledgeBaseId, id)
    return id
  }
  const access = async () => {
    const { documents } = await operator.documents.list(knowledgeBaseId, {})
    const pairs = documents.map(({ url, visibility, group_id }) => [
      url.replace(/.*\//, ''),
      `${visibility} ${group_id === inner ? 'inner' : 'wide'}`,
    ])
    return Object.fromEntries(pairs) as Record<string, string>
  }
  const first = await createSource(inner)
  const rule = { match: '/b.md', visibility: 'restricted' } as const
  await operator.sources.change(knowledgeBaseId, first, { rules: [rule] })
  const put = async (json: object) => {
    const page = { url: 'https://files.example.com/b.md', content: '# B' }
    return sendAs(service, editor, adminPath(knowledgeBaseId, 'documents'), {
      method: 'PUT',
      json: { ...page, content_type: 'text/markdown', ...json },
    })
  }
  const before = {
    'a.md': 'public inner',
    'b.md': 'restricted inner',
    'c.md': 'public inner',
    'd.md': 'public inner',
  }
  expect(await access()).toEqual(before)

  // The source has it no more, and then again: its rules decide, not what they were.
  await operator.sourceFiles.remove(knowledgeBaseId, first, 'b.md')
  await syncNow(service, knowledgeBaseId, first)
  expect(await access()).not.toHaveProperty('b.md')
  expect((await put({ visibility: 'public' })).status).toBe(403)
  expect((await put({ group_id: wide })).status).toBe(403)
  await operator.sources.change(knowledgeBaseId, first, { rules: [] })
  await putFile(service, { id: first }, knowledgeBaseId, 'b.md', '# B')
  await syncNow(service, knowledgeBaseId, first)
  expect(await access()).toEqual({ ...before, 'b.md': 'public inner' })

  await operator.sources.change(knowledgeBaseId, first, { rules: [rule] })
  const path = adminPath(knowledgeBaseId, `sources/${first}`)
  expect((await sendAs(service, editor, path, { method: 'DELETE' })).status).toBe(204)
  expect(await access()).toEqual({})
  expect((await put({ visibility: 'public' })).status).toBe(403)
  await createSource(wide)
  expect(await access()).toEqual(before)
})
