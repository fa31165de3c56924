import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { putPages } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { adminPath, asOperator, send, SOME_ID } from './support/wire.ts'

const { test } = acceptance()

type Listed = { id: string; name: string }
type ListedPage = { next_cursor: string | null } & Record<string, Listed[] | string | null>

test('workspaces, knowledge bases, groups and widgets are listed page by page, each item once', async ({
  service,
}) => {
  const { admin } = service
  const names = ['One', 'Two', 'Three']
  const inOrder = async (make: (name: string) => Promise<Listed>) => {
    const made: Listed[] = []
    for (const name of names) made.push(await make(name))
    return made.map(({ id }) => id)
  }
  const workspaces = await inOrder((name) => admin.workspaces.create({ name }))
  const workspace = workspaces[0] ?? ''
  const bases = await inOrder((name) => admin.knowledgeBases.create(workspace, { name }))
  const base = bases[0] ?? ''
  const groups = await inOrder((name) => admin.groups.create(base, { name }))
  const widgets = await inOrder((name) => admin.widgets.create(base, { name }))
  const lists = [
    { field: 'workspaces', path: '/api/v1/admin/workspaces', ids: workspaces },
    {
      field: 'knowledge_bases',
      path: `/api/v1/admin/workspaces/${workspace}/knowledge-bases`,
      ids: bases,
    },
    { field: 'groups', path: adminPath(base, 'groups'), ids: groups },
    { field: 'widgets', path: adminPath(base, 'widgets'), ids: widgets },
  ]
  for (const { field, path, ids } of lists) {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query = `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`
      const reply = await send(service, path + query, { headers: asOperator })
      expect(reply.status, field).toBe(200)
      const page = reply.body as ListedPage
      const items = page[field] as Listed[]
      expect(items.length, field).toBeLessThanOrEqual(2)
      seen.push(...items.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(
      seen.filter((id) => ids.includes(id)),
      field,
    ).toEqual(ids)
    expect(new Set(seen).size, field).toBe(seen.length)
    const whole = await send(service, path, { headers: asOperator })
    expect(whole.body, field).toMatchObject({ next_cursor: null })
    for (const wrong of ['cursor=nonsense', 'limit=0', 'limits=2']) {
      const refused = await send(service, `${path}?${wrong}`, { headers: asOperator })
      expect(refused, `${field} ${wrong}`).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      })
    }
  }
})

test('each can be fetched and renamed, and every change is in the audit log', async ({
  service,
  knowledge,
  database,
}) => {
  const { admin } = service
  const { workspaceId, knowledgeBaseId } = knowledge
  const group = await admin.groups.create(knowledgeBaseId, { name: 'Group' })
  const widget = await admin.widgets.create(knowledgeBaseId, { name: 'Widget', voice: 'calm' })
  await admin.workspaces.change(workspaceId, { name: 'New workspace' })
  await admin.knowledgeBases.change(knowledgeBaseId, { name: 'New base' })
  await admin.groups.change(knowledgeBaseId, group.id, { name: 'New group' })
  await admin.widgets.change(knowledgeBaseId, widget.id, { name: 'New widget' })
  expect(await admin.workspaces.get(workspaceId)).toMatchObject({ name: 'New workspace' })
  expect(await admin.knowledgeBases.get(knowledgeBaseId)).toMatchObject({ name: 'New base' })
  expect(await admin.groups.get(knowledgeBaseId, group.id)).toEqual({ ...group, name: 'New group' })
  expect(await admin.widgets.get(knowledgeBaseId, widget.id)).toEqual({
    ...widget,
    name: 'New widget',
  })
  const events = await readRows<{ action: string; subject_id: string }>(
    database,
    `select action, subject_id from audit_events where workspace_id = '${workspaceId}'`,
  )
  expect(events).toEqual(
    expect.arrayContaining([
      { action: 'workspace.create', subject_id: workspaceId },
      { action: 'workspace.change', subject_id: workspaceId },
      { action: 'knowledge_base.change', subject_id: knowledgeBaseId },
      { action: 'group.change', subject_id: group.id },
      { action: 'widget.create', subject_id: widget.id },
      { action: 'widget.change', subject_id: widget.id },
    ]),
  )
})

test('a group cannot take another group’s name, nor be found in another knowledge base', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const { knowledgeBaseId, workspaceId } = knowledge
  await admin.groups.create(knowledgeBaseId, { name: 'Taken' })
  const { id } = await admin.groups.create(knowledgeBaseId, { name: 'Free' })
  const rename = (base: string, groupId: string, name: string) =>
    send(service, adminPath(base, `groups/${groupId}`), {
      method: 'PATCH',
      json: { name },
      headers: asOperator,
    })
  expect(await rename(knowledgeBaseId, id, 'Taken')).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  })
  expect((await rename(knowledgeBaseId, id, 'Free')).status).toBe(200)
  const other = await admin.knowledgeBases.create(workspaceId, { name: 'Other' })
  expect((await rename(other.id, id, 'Stolen')).status).toBe(404)
  expect((await rename(knowledgeBaseId, SOME_ID, 'Nobody')).status).toBe(404)
  expect(await admin.groups.get(knowledgeBaseId, id)).toMatchObject({ name: 'Free' })
})

test('footnote lists and renames them', async ({ service, knowledge }) => {
  const { workspaceId, knowledgeBaseId } = knowledge
  const group = await service.admin.groups.create(knowledgeBaseId, { name: 'Guides' })
  const inBase = ['--knowledge-base', knowledgeBaseId]
  const commands = [
    { name: 'workspaces', id: workspaceId, list: [], rename: [] },
    {
      name: 'knowledge-bases',
      id: knowledgeBaseId,
      list: ['--workspace', workspaceId],
      rename: [],
    },
    { name: 'groups', id: group.id, list: inBase, rename: inBase },
  ]
  for (const { name, id, list, rename } of commands) {
    const renamed = await runAsOperator(service, [name, 'rename', id, `New ${name}`, ...rename])
    expect(renamed, name).toMatchObject({ exitCode: 0, stderr: '' })
    const listed = await runAsOperator(service, [name, 'list', ...list])
    expect(listed.stdout, name).toMatch(new RegExp(`${id} .*New ${name}`))
  }
  const origin = ['--origin', 'https://docs.example.com']
  const created = await runAsOperator(service, [
    'widgets',
    'create',
    'Help',
    '--json',
    ...origin,
    ...inBase,
  ])
  const widget: { id: string } = JSON.parse(created.stdout)
  await runAsOperator(service, ['widgets', 'rename', widget.id, 'New help', ...inBase])
  const listed = await runAsOperator(service, ['widgets', 'list', ...inBase])
  expect(listed.stdout).toMatch(
    new RegExp(`${widget.id}  enabled +https://docs.example.com +New help`),
  )
})

test('many documents are changed, indexed again and deleted at once, each with its audit row', async ({
  service,
  knowledge,
  database,
}) => {
  const { documents } = service.admin
  const { knowledgeBaseId: base, workspaceId } = knowledge
  const ids = await putPages(
    service,
    base,
    [1, 2, 3].map((n) => ({ url: `https://docs.example.com/bulk-${n}`, content: `# Bulk ${n}` })),
  )
  const [first = '', second = '', third = ''] = ids
  const filter = { q: 'bulk- docs.example' }
  expect(await documents.list(base, { ...filter, sort: '-title', limit: 2 })).toMatchObject({
    documents: [{ id: third }, { id: second }],
    total: 3,
  })
  const done = (count: number) => ({ documents: count, next_cursor: null })
  expect(await documents.bulk(base, { filter, visibility: 'restricted' })).toEqual(done(3))
  expect(await documents.list(base, { visibility: 'restricted' })).toMatchObject({ total: 3 })
  expect(await documents.bulk(base, { ids: [first], reindex: true })).toEqual(done(1))
  await expect.poll(() => documents.get(base, first)).toMatchObject({ state: 'indexed' })
  expect(await documents.bulk(base, { ids: [second, SOME_ID], delete: true })).toEqual(done(1))
  expect(await documents.list(base, filter)).toMatchObject({ total: 2 })
  const events = await readRows<{ action: string; subject_id: string }>(
    database,
    `select action, subject_id from audit_events
     where workspace_id = '${workspaceId}' and action <> 'document.put' order by id desc limit 7`,
  )
  expect(events.map(({ action, subject_id }) => [action, subject_id])).toEqual([
    ['document.bulk', base],
    ['document.delete', second],
    ['document.bulk', base],
    ['document.bulk', base],
    ...[third, second, first].map((id) => ['document.change', id]),
  ])
  const wrong = [
    { visibility: 'public' },
    { ids, filter, visibility: 'public' },
    { ids },
    { ids, delete: true, reindex: true },
    { ids, cursor: first, reindex: true },
    { ids: Array.from({ length: 201 }, () => first), reindex: true },
  ]
  for (const json of wrong) {
    const path = adminPath(base, 'documents/bulk')
    expect((await send(service, path, { json, headers: asOperator })).status).toBe(400)
  }
  for (const query of ['sort=url', 'sort=title&cursor=nonsense', `sort=title&cursor=${first}`]) {
    const path = adminPath(base, `documents?${query}`)
    expect((await send(service, path, { headers: asOperator })).status, query).toBe(400)
  }
})
