import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { putPages, untilIndexed } from '../support/knowledge.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN } from '../support/service.ts'
import { adminPath, asOperator, listOperations, send, SOME_ID } from './support/wire.ts'

const { test } = acceptance()

const url = (name: string) => `https://docs.example.com/${name}`

test('every admin route refuses requests without a valid token', async ({ service, knowledge }) => {
  const { knowledgeBaseId, workspaceId } = knowledge
  const operations = await listOperations(service, { knowledgeBaseId, workspaceId })
  const admin = operations.filter(({ path }) => path.startsWith('/api/v1/admin/'))
  expect(admin.length).toBeGreaterThan(15)
  const wrong: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: ADMIN_TOKEN },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${ADMIN_TOKEN}x` },
    { authorization: `Bearer ${ADMIN_TOKEN.slice(0, -1)}` },
    { authorization: `Bearer ${ADMIN_TOKEN.toUpperCase()}` },
    { authorization: `Basic ${btoa(`operator:${ADMIN_TOKEN}`)}` },
    { 'x-client-key': knowledge.clientKey },
    { authorization: `Bearer ${knowledge.clientKey}` },
  ]
  for (const { method, path } of admin) {
    for (const headers of wrong) {
      const json = method === 'GET' || method === 'DELETE' ? undefined : { name: 'Intruder' }
      const reply = await send(service, path, { method, headers, json })
      expect(reply, `${method} ${path} ${JSON.stringify(headers)}`).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      })
    }
  }
  const { workspaces } = await service.admin.workspaces.list()
  expect(workspaces.map(({ name }) => name)).not.toContain('Intruder')
})

const readDocuments = async (service: Service, { knowledgeBaseId }: Knowledge) =>
  (await service.admin.documents.list(knowledgeBaseId)).documents

test('putting a page again replaces the document with its URL', async ({ service, knowledge }) => {
  const { knowledgeBaseId, client } = knowledge
  const path = adminPath(knowledgeBaseId, 'documents')
  const put = (content: string) =>
    send(service, path, {
      method: 'PUT',
      json: { url: url('page'), content, content_type: 'text/plain' },
      headers: asOperator,
    })
  const first = await put('An ibex climbs.')
  expect(first).toMatchObject({ status: 201, body: { state: 'pending', visibility: 'public' } })
  await untilIndexed(service, knowledgeBaseId)
  const second = await put('A walrus swims.')
  expect(second.status).toBe(200)
  expect((second.body as { id: string }).id).toBe((first.body as { id: string }).id)
  await untilIndexed(service, knowledgeBaseId)
  const contents = async (query: string) =>
    (await client.search({ query })).results.map(({ chunk }) => chunk.content)
  expect(await contents('walrus')).toEqual(['A walrus swims.'])
  expect(await contents('ibex')).toEqual([])
  expect(await readDocuments(service, knowledge)).toMatchObject([{ state: 'indexed', passages: 1 }])
})

test('a page of a million characters is accepted, and one over the limit is refused', async ({
  service,
  knowledge,
}) => {
  const put = (characters: number) =>
    send(service, adminPath(knowledge.knowledgeBaseId, 'documents'), {
      method: 'PUT',
      json: { url: url('long'), content: 'x'.repeat(characters), content_type: 'text/plain' },
      headers: asOperator,
    })
  expect((await put(1_000_000)).status).toBe(201)
  expect(await put(5_000_001)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})

test('the same page put many times concurrently is stored once', async ({ service, knowledge }) => {
  const path = adminPath(knowledge.knowledgeBaseId, 'documents')
  const replies = await Promise.all(
    Array.from({ length: 6 }, () =>
      send(service, path, {
        method: 'PUT',
        json: { url: url('busy'), content: 'A heron waits.', content_type: 'text/plain' },
        headers: asOperator,
      }),
    ),
  )
  expect(replies.map(({ status }) => String(status)).sort()).toEqual([
    '200',
    '200',
    '200',
    '200',
    '200',
    '201',
  ])
  await untilIndexed(service, knowledge.knowledgeBaseId)
  expect(await readDocuments(service, knowledge)).toHaveLength(1)
})

test('a page restricted by hand stays restricted when it is put again without a visibility', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const { documents } = service.admin
  const body = {
    url: url('okapi'),
    content: 'An okapi hides.',
    content_type: 'text/plain' as const,
  }
  const { id } = await documents.put(knowledgeBaseId, body)
  await documents.change(knowledgeBaseId, id, { visibility: 'restricted' })
  const again = await documents.put(knowledgeBaseId, { ...body, content: 'An okapi still hides.' })
  expect(again).toMatchObject({ id, visibility: 'restricted' })
  const named = await documents.put(knowledgeBaseId, { ...body, visibility: 'public' })
  expect(named).toMatchObject({ id, visibility: 'public' })
})

test('a page stays in its group when it is put again without one, and null removes it', async ({
  service,
  knowledge: { knowledgeBaseId },
}) => {
  const { documents, groups } = service.admin
  const group = await groups.create(knowledgeBaseId, { name: 'Tapirs' })
  const body = { url: url('tapir'), content: 'A tapir.', content_type: 'text/plain' as const }
  const first = await documents.put(knowledgeBaseId, { ...body, group_id: group.id })
  expect(first.group_id).toBe(group.id)
  expect((await documents.put(knowledgeBaseId, body)).group_id).toBe(group.id)
  expect((await documents.put(knowledgeBaseId, { ...body, group_id: null })).group_id).toBeNull()
})

test('a page keeps its content when its title, visibility or group changes', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId, client } = knowledge
  const { documents, groups } = service.admin
  const [id = ''] = await putPages(service, knowledgeBaseId, [
    { url: url('stork'), content: 'A stork nests.' },
  ])
  const { id: group_id } = await groups.create(knowledgeBaseId, { name: 'Birds' })
  const changed = await documents.change(knowledgeBaseId, id, {
    title: 'Storks',
    visibility: 'unlisted',
    group_id,
  })
  expect(changed).toMatchObject({ id, title: 'Storks', visibility: 'unlisted', group_id })
  await untilIndexed(service, knowledgeBaseId)
  expect(await documents.get(knowledgeBaseId, id)).toMatchObject({ title: 'Storks', group_id })
  expect((await client.search({ query: 'stork' })).results).toMatchObject([
    { chunk: { content: 'A stork nests.' }, document: { title: 'Storks', group_id } },
  ])
  const loose = await documents.change(knowledgeBaseId, id, { group_id: null })
  expect(loose.group_id).toBeNull()
})

test('a removed page is gone from the list and from search', async ({ service, knowledge }) => {
  const { knowledgeBaseId, client } = knowledge
  const [id = '', kept] = await putPages(service, knowledgeBaseId, [
    { url: url('gone'), content: 'A dodo walks.' },
    { url: url('kept'), content: 'A dodo stands.' },
  ])
  await service.admin.documents.remove(knowledgeBaseId, id)
  expect((await client.search({ query: 'dodo' })).results).toMatchObject([
    { document: { id: kept } },
  ])
  expect((await readDocuments(service, knowledge)).map((document) => document.id)).toEqual([kept])
  const notFound = { status: 404, body: { code: 'NOT_FOUND' } }
  for (const method of ['GET', 'DELETE']) {
    const path = adminPath(knowledgeBaseId, `documents/${id}`)
    expect(await send(service, path, { method, headers: asOperator })).toMatchObject(notFound)
  }
})

test('paging through a list shows each document once', async ({ service, knowledge }) => {
  const { documents } = service.admin
  const { knowledgeBaseId } = knowledge
  const pages = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ url: url(name), content: name }))
  const ids = await putPages(service, knowledgeBaseId, pages)
  const seen: string[][] = []
  let cursor: string | null | undefined
  do {
    const list = await documents.list(knowledgeBaseId, { limit: 2, cursor: cursor ?? undefined })
    seen.push(list.documents.map(({ id }) => id))
    cursor = list.next_cursor
  } while (cursor !== null)
  expect(seen.map((page) => page.length)).toEqual([2, 2, 1])
  expect(seen.flat().sort()).toEqual(ids.toSorted())
  const all = await documents.list(knowledgeBaseId, { limit: 5 })
  expect(all).toMatchObject({ next_cursor: null, documents: { length: 5 } })
  expect((await documents.list(knowledgeBaseId, { state: 'failed' })).documents).toEqual([])
  for (const query of [
    'cursor=x',
    `cursor=${'x'.repeat(600)}`,
    'limit=0',
    'limit=x',
    'state=odd',
    'x=1',
  ]) {
    const path = `${adminPath(knowledgeBaseId, 'documents')}?${query}`
    expect(await send(service, path, { headers: asOperator }), query).toMatchObject({ status: 400 })
  }
})

test('a page with an unusual URL or no text is indexed like any other', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId, client } = knowledge
  const { documents } = service.admin
  const odd = ['100%', '%ff%fe', 'a?b=%zz#%', 'ünïcödé', '']
  for (const name of odd) {
    const content = `The ${name} puffin.`
    await documents.put(knowledgeBaseId, { url: url(name), content, content_type: 'text/plain' })
  }
  const empty = { url: url('empty'), content: '', content_type: 'text/plain' } as const
  await documents.put(knowledgeBaseId, empty)
  await untilIndexed(service, knowledgeBaseId)
  const { results } = await client.search({ query: 'puffin' })
  expect(results.map(({ document }) => document.url).sort()).toEqual(odd.map(url).sort())
})

test('pages put faster than they can be indexed are indexed back to back', async ({
  service,
  knowledge,
  embeddings,
}) => {
  const { knowledgeBaseId } = knowledge
  embeddings.delay(60)
  const names = Array.from({ length: 40 }, (_, n) => url(`gull-${n}`))
  await Promise.all(
    names.map((one) =>
      service.admin.documents.put(knowledgeBaseId, {
        url: one,
        content: 'A gull.',
        content_type: 'text/plain',
      }),
    ),
  )
  await untilIndexed(service, knowledgeBaseId, 15_000).finally(() => embeddings.delay(0))
  expect(await service.admin.documents.summary(knowledgeBaseId)).toMatchObject({ indexed: 40 })
})

test('a page that could not be indexed at first is retried within seconds', async ({
  service,
  knowledge,
  embeddings,
}) => {
  const { knowledgeBaseId } = knowledge
  embeddings.fail(400)
  await service.admin.documents.put(knowledgeBaseId, {
    url: url('again'),
    content: 'An auk dives.',
    content_type: 'text/plain',
  })
  await untilIndexed(service, knowledgeBaseId, 30_000)
  expect((await knowledge.client.search({ query: 'auk' })).count).toBe(1)
})

test('the content of one knowledge base cannot be reached through another', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const other = await admin.knowledgeBases.create(knowledge.workspaceId, { name: 'Other' })
  const [id = ''] = await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('own'), content: 'A finch sings.' },
  ])
  const { id: group } = await admin.groups.create(knowledge.knowledgeBaseId, { name: 'Own' })
  const { keys } = await admin.keys.list(knowledge.knowledgeBaseId)
  const paths = [`documents/${id}`, `keys/${keys[0]?.id}`]
  for (const path of paths) {
    const reply = await send(service, adminPath(other.id, path), {
      method: 'DELETE',
      headers: asOperator,
    })
    expect(reply.status, path).toBe(404)
  }
  const put = await send(service, adminPath(other.id, 'documents'), {
    method: 'PUT',
    json: { url: url('x'), content: 'x', content_type: 'text/plain', group_id: group },
    headers: asOperator,
  })
  expect(put).toMatchObject({ status: 403, body: { code: 'GROUP_NOT_ALLOWED' } })
  expect(await readDocuments(service, knowledge)).toHaveLength(1)
  expect((await knowledge.client.search({ query: 'finch' })).count).toBe(1)
  const unknown = await send(service, adminPath(SOME_ID, 'documents'), { headers: asOperator })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('a group name is unique in its knowledge base', async ({ service, knowledge }) => {
  const post = () =>
    send(service, adminPath(knowledge.knowledgeBaseId, 'groups'), {
      json: { name: 'Guides' },
      headers: asOperator,
    })
  expect((await post()).status).toBe(201)
  expect(await post()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await service.admin.groups.list(knowledge.knowledgeBaseId)).groups).toHaveLength(1)
})
