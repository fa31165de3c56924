import type { LastFrame } from '@footnote/contract/public/chat'
import { expect } from 'vitest'
import { ask } from '../support/ask.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { connectMcp } from '../support/mcp.ts'
import { sharing } from '../support/sharing.ts'
import { makeVerifies } from '../support/verifies.ts'
import { PATIENCE } from './support/starters.ts'
import { publicPath, send, sendRelated, sendSearch } from './support/wire.ts'

const url = (name: string) => `https://docs.example.com/${name}`
const query = 'How large is the tide of the harbour?'

/** One question that each version answers in another way. */
const { test } = sharing()

const verifies = makeVerifies(
  test.extend('tides', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    const { knowledgeBaseId } = knowledge
    const { id: group } = await service.admin.groups.create(knowledgeBaseId, { name: 'Staff' })
    const put = (name: string, metres: string, change: object = {}) => ({
      url: url(name),
      title: `Measuring tide ${name}`,
      content: `# Measuring tide ${name}\n\nThe tide of the harbour is ${metres} metres large.`,
      ...change,
    })
    await putPages(service, knowledgeBaseId, [
      put('one', 'two', { labels: { version: '1', product: 'harbour' } }),
      put('two', 'five', { labels: { version: ['2', '3'], product: 'pier' } }),
      put('all', 'some', { labels: { version: '*' } }),
      put('none', 'many'),
      put('secret', 'nine', { labels: { version: 'secret' }, visibility: 'restricted' }),
      put('staff', 'seven', { labels: { version: 'staff' }, group_id: group }),
      put('other', 'eight', { labels: { version: 'other' } }),
    ])
    const narrow = await service.admin.groups.create(knowledgeBaseId, { name: 'Narrow' })
    const narrowKey = await createPublicKey(service.admin, knowledgeBaseId, [narrow.id])
    return { ...knowledge, narrow: { knowledgeBaseId, clientKey: narrowKey } }
  }),
)

type Filter = Record<string, string | string[]>

type Searched = { results: { document: { url: string; labels: object } }[]; filter?: object }

const names = (urls: readonly string[]) => [
  ...new Set(urls.map((one) => one.replace(url(''), '').replace(/#.*$/, ''))),
]

verifies(
  ['filter.any-value', 'filter.every-name', 'filter.without-label', 'filter.in-reply'],
  async ({ service, tides }) => {
    const find = async (filter?: Filter) => {
      const { body } = await sendSearch(service, tides, { query, filter })
      const { results, filter: applied } = body as Searched
      return { found: names(results.map(({ document }) => document.url)).sort(), applied }
    }
    expect(await find()).toEqual({
      found: ['all', 'none', 'one', 'other', 'staff', 'two'],
      applied: undefined,
    })
    expect(await find({ version: '1' })).toEqual({
      found: ['all', 'one'],
      applied: { version: ['1'] },
    })
    expect((await find({ version: ['1', '3'] })).found).toEqual(['all', 'one', 'two'])
    expect((await find({ version: '1', product: 'harbour' })).found).toEqual(['one'])
    expect((await find({ version: '1', product: 'pier' })).found).toEqual([])
    expect(await find({ product: ['pier', 'harbour'] })).toEqual({
      found: ['one', 'two'],
      applied: { product: ['pier', 'harbour'] },
    })
    expect((await find({ constructor: 'x' })).found).toEqual([])
  },
)

verifies('labels.in-results', async ({ service, tides }) => {
  const { body } = await sendSearch(service, tides, { query })
  const labels = (body as Searched).results.map(({ document }) => [document.url, document.labels])
  expect(labels).toContainEqual([url('two'), { version: ['2', '3'], product: ['pier'] }])
  expect(labels).toContainEqual([url('none'), {}])
  const { frames } = await ask(service, tides, { query, filter: { version: '2' } })
  const { citations, filter } = frames.at(-1) as LastFrame
  expect(filter).toEqual({ version: ['2'] })
  expect(citations.find((one) => one.url.startsWith(url('two')))?.labels).toEqual({
    version: ['2', '3'],
    product: ['pier'],
  })
})

verifies('filter.unknown', async ({ service, tides }) => {
  for (const filter of [{ colour: 'blue' }, { product: 'boat' }]) {
    expect(await sendSearch(service, tides, { query, filter })).toMatchObject({
      status: 200,
      body: { count: 0, results: [] },
    })
    const { frames } = await ask(service, tides, { query, filter })
    expect(frames.at(-1)).toMatchObject({ done: true, covered: false, citations: [] })
  }
})

verifies('filter.every-transport', async ({ service, tides }) => {
  const { knowledgeBaseId, clientKey, client } = tides
  const filter = { version: '2', product: 'pier' }
  const only = ['two']
  const { body } = await sendRelated(service, tides, { query, filter })
  const { articles } = body as { articles: { url: string }[] }
  expect(names(articles.map((article) => article.url))).toEqual(only)
  const form = await client.formDeflect({ description: query, filter })
  expect(form).toMatchObject({ answered: true, filter: { version: ['2'], product: ['pier'] } })
  expect(names(form.citations.map((one) => one.url))).toEqual(only)
  await using mcp = await connectMcp(service, { headers: { 'x-client-key': clientKey } })
  for (const name of ['ask', 'search', 'related']) {
    const { structuredContent } = await mcp.callTool({ name, arguments: { query, filter } })
    const text = JSON.stringify(structuredContent)
    expect(text, name).toContain(url('two'))
    expect(text, name).not.toContain(url('one'))
    expect(text, name).not.toContain(url('all'))
  }
  const starting = async () => (await client.suggestedQuestions({ filter })).questions
  await expect.poll(starting, PATIENCE).toEqual([expect.stringContaining('two')])
  const starters = publicPath(knowledgeBaseId, 'suggested-questions')
  const reply = await send(service, `${starters}?filter=version:1&filter=version:2`, {
    headers: { 'x-client-key': clientKey },
  })
  expect((reply.body as { questions: string[] }).questions).toHaveLength(3)
})

verifies('filter.malformed', async ({ service, tides }) => {
  const six = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, '1']))
  const bad = [
    [],
    'version',
    { Version: '2' },
    { version: [] },
    { version: '' },
    { version: 2 },
    six,
  ]
  for (const filter of bad) {
    const reply = await sendSearch(service, tides, { query, filter })
    expect(reply, JSON.stringify(filter)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: [{ path: expect.stringMatching(/^filter/) }] },
    })
  }
  const starters = publicPath(tides.knowledgeBaseId, 'suggested-questions')
  for (const part of ['version', ':2', 'Version:2', 'version:']) {
    const reply = await send(service, `${starters}?filter=${part}`, {
      headers: { 'x-client-key': tides.clientKey },
    })
    expect(reply, part).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  }
})

verifies('filter.each-question', async ({ service, tides }) => {
  const first = await ask(service, tides, { query, filter: { product: 'pier' } })
  const { thread_id } = first.frames.at(-1) as LastFrame
  const second = await ask(service, tides, { query, thread_id, filter: { product: 'harbour' } })
  const { citations, filter } = second.frames.at(-1) as LastFrame
  expect(names(citations.map((one) => one.url))).toEqual(['one'])
  expect(filter).toEqual({ product: ['harbour'] })
  const third = await ask(service, tides, { query, thread_id })
  expect(third.frames.at(-1)).not.toHaveProperty('filter')
})

verifies('labels.hidden', async ({ service, tides }) => {
  const hidden = await sendSearch(service, tides, { query, filter: { version: 'secret' } })
  const unknown = await sendSearch(service, tides, { query, filter: { version: 'nowhere' } })
  const found = ({ body }: typeof hidden) =>
    names((body as Searched).results.map(({ document }) => document.url))
  expect(found(hidden)).toEqual(['all'])
  expect(found(hidden)).toEqual(found(unknown))
  const staff = await sendSearch(service, tides.narrow, { query, filter: { version: 'staff' } })
  expect(found(staff)).toEqual([])
})

test('labels given to several documents at once are in the audit log, of each', async ({
  service,
}) => {
  const { admin } = service
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId: id, workspaceId } = knowledge
  const [one = '', two = '', three = ''] = await putPages(service, id, [
    { url: url('one'), content: '# One', labels: { version: '1', product: 'pier' } },
    { url: url('two'), content: '# Two' },
    { url: url('three'), content: '---\nversion: 9\n---\n\n# Three' },
  ])
  const read = async (document: string) => {
    const { labels, labels_from } = await admin.documents.get(id, document)
    return { labels, labels_from }
  }
  expect(await read(one)).toEqual({
    labels: { version: ['1'], product: ['pier'] },
    labels_from: { version: 'given', product: 'given' },
  })
  expect(await read(three)).toEqual({
    labels: { version: ['9'] },
    labels_from: { version: 'page' },
  })
  const labels = { product: 'pier', version: ['1'] }
  expect(await admin.documents.bulk(id, { ids: [one, two], labels })).toMatchObject({
    documents: 2,
  })
  expect((await read(two)).labels_from).toEqual({ version: 'given', product: 'given' })
  await admin.documents.change(id, three, { labels: { version: '2' } })
  expect(await read(three)).toEqual({
    labels: { version: ['2'] },
    labels_from: { version: 'given' },
  })
  await admin.documents.bulk(id, { filter: {}, labels: {} })
  expect(await read(three)).toEqual({
    labels: { version: ['9'] },
    labels_from: { version: 'page' },
  })
  const { events } = await admin.audit.list(workspaceId, { action: 'document.change' })
  const changes = events.map(({ target, changes: [first] }) => [
    target,
    first?.field,
    first?.from,
    first?.to,
  ])
  const given = { product: ['pier'], version: ['1'] }
  expect(changes).toHaveLength(5)
  expect(changes).toEqual(
    expect.arrayContaining([
      // What they had already is no change.
      [two, 'labels', {}, given],
      [three, 'labels', {}, { version: ['2'] }],
      [one, 'labels', given, {}],
      [two, 'labels', given, {}],
      [three, 'labels', { version: ['2'] }, {}],
    ]),
  )
})
