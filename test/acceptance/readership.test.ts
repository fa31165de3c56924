import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { createPublicKey } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import { joinAs, MANY_ATTEMPTS, sendAs } from './support/people.ts'
import { adminPath } from './support/wire.ts'

const { test } = acceptance(MANY_ATTEMPTS)

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
  const inner = await createGroup('inner')
  const wide = await createGroup('wide')
  const unread = await createGroup('unread')
  await createPublicKey(operator, knowledgeBaseId, [wide])
  await createPublicKey(operator, knowledgeBaseId, [inner, wide])
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
})

test('an address that was restricted stays so after its page is deleted', async ({
  service,
  knowledge,
}) => {
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
})
