import { expect } from 'vitest'
import { untilIndexed } from '../support/knowledge.ts'
import { sharing } from '../support/sharing.ts'
import { readRows } from '../support/store/services.ts'
import { joinAs, sendAs } from './support/people.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const { test } = sharing()

const makePage = (name: string, content = `# ${name}`) => ({
  url: `https://docs.example.com/${name}`,
  content,
  content_type: 'text/markdown' as const,
})

test('many documents are put at once, each with its result and its audit row', async ({
  service,
  knowledge,
  database,
}) => {
  const { documents } = service.admin
  const { knowledgeBaseId: base, workspaceId } = knowledge
  const put = async (...pages: ReturnType<typeof makePage>[]) =>
    (await documents.putMany(base, pages)).documents.map(({ url, outcome }) => [url, outcome])
  expect(await put(makePage('one'), makePage('two'))).toEqual([
    [makePage('one').url, 'created'],
    [makePage('two').url, 'created'],
  ])
  await untilIndexed(service, base)
  expect(await put(makePage('three'), makePage('two', '# Other'), makePage('one'))).toEqual([
    [makePage('three').url, 'created'],
    [makePage('two').url, 'changed'],
    [makePage('one').url, 'unchanged'],
  ])
  const events = await readRows<{ action: string }>(
    database,
    `select action from audit_events where workspace_id = '${workspaceId}'
       and action like 'document.%' order by id`,
  )
  expect(events.map(({ action }) => action)).toEqual([
    'document.put',
    'document.put',
    'document.put_many',
    'document.put',
    'document.put',
    'document.put_many',
  ])
  const many = Array.from({ length: 101 }, (_, n) => makePage(`many-${n}`))
  for (const pages of [
    [],
    many,
    [makePage('twice'), makePage('twice')],
    [{ ...makePage('x'), a: 1 }],
  ]) {
    const json = { documents: pages }
    const path = adminPath(base, 'documents/bulk')
    const options = { method: 'PUT', json, headers: asOperator }
    expect((await send(service, path, options)).status).toBe(400)
  }
})

test('a group of another knowledge base is refused, and nothing is stored', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId: base, workspaceId } = knowledge
  const other = await service.admin.knowledgeBases.create(workspaceId, { name: 'Other' })
  const group = await service.admin.groups.create(other.id, { name: 'Theirs' })
  const pages = [makePage('free'), { ...makePage('grouped'), group_id: group.id }]
  await expect(service.admin.documents.putMany(base, pages)).rejects.toMatchObject({
    code: 'GROUP_NOT_ALLOWED',
  })
  expect(await service.admin.documents.list(base)).toMatchObject({ total: 0 })
})

test('an editor may show no more of a document than before, and puts the others', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId: base, workspaceId } = knowledge
  await service.admin.documents.put(base, { ...makePage('hidden'), visibility: 'restricted' })
  const editor = await joinAs(service, workspaceId, 'editor')
  const reply = await sendAs(service, editor, adminPath(base, 'documents/bulk'), {
    method: 'PUT',
    json: { documents: [{ ...makePage('hidden'), visibility: 'public' }, makePage('open')] },
  })
  expect(reply.body).toMatchObject({
    documents: [
      { outcome: 'refused', code: 'FORBIDDEN', document: null },
      { outcome: 'created', code: null, document: { visibility: 'public' } },
    ],
  })
  const list = await service.admin.documents.list(base, { visibility: 'restricted' })
  expect(list.documents.map(({ url }) => url)).toEqual([makePage('hidden').url])
})

test('an AsciiDoc page and a notebook are found by what they say', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId: base, client } = knowledge
  const cells = [
    {
      cell_type: 'markdown',
      metadata: {},
      source: ['# Herons\n', 'A heron waits in shallow water.'],
    },
    { cell_type: 'code', metadata: {}, source: 'count("heron")', outputs: [], execution_count: 1 },
  ]
  await service.admin.documents.putMany(base, [
    {
      url: 'https://docs.example.com/tapir',
      content: '= Tapirs\n\n== At night\n\nTIP: A tapir swims at *night*.',
      content_type: 'text/asciidoc',
    },
    {
      url: 'https://docs.example.com/heron',
      content: JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }),
      content_type: 'application/x-ipynb+json',
    },
  ])
  await untilIndexed(service, base)
  const first = async (query: string) => (await client.search({ query })).results[0]
  expect(await first('Where does a tapir swim?')).toMatchObject({
    document: { title: 'Tapirs' },
    chunk: { content: expect.stringContaining('A tapir swims at night.') },
  })
  expect(await first('Where does a heron wait?')).toMatchObject({
    document: { title: 'Herons' },
    chunk: { content: expect.stringContaining('A heron waits in shallow water.') },
  })
})
