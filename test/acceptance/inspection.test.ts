import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { putPages } from '../support/knowledge.ts'
import { createFiles, syncNow } from '../support/sources.ts'

const { test } = acceptance()

const VALVE = {
  url: 'https://docs.example.com/valve',
  content: '# Valve\n\n## By hand\n\nTurn the valve by hand after every restart of the pump.',
}
const OTHERS = Array.from({ length: 14 }, (_, index) => ({
  url: `https://docs.example.com/pump-${index}`,
  content: `# Pump ${index}\n\nHow is pump ${index} primed? It is primed with ${index} litres.`,
}))

test('passages are shown as they are indexed', async ({ service, knowledge }) => {
  const [id = ''] = await putPages(service, knowledge.knowledgeBaseId, [VALVE])
  const list = await service.admin.documents.passages(knowledge.knowledgeBaseId, id)
  expect(list).toMatchObject({
    language: 'en',
    passages: [
      {
        index: 0,
        heading_path: ['By hand'],
        anchor: 'by-hand',
        searched_text: 'Valve\nBy hand\nTurn the valve by hand after every restart of the pump.',
        has_vector: true,
      },
    ],
  })
  expect(list.passages[0]?.terms).toBeGreaterThan(5)
  expect(list.passages[0]?.content).toBe('Turn the valve by hand after every restart of the pump.')
})

test('a page shows its text and where it was cited', async ({ service, knowledge }) => {
  const { knowledgeBaseId: base, client } = knowledge
  const { documents, messages } = service.admin
  const html = {
    url: 'https://docs.example.com/canteen',
    content: '<h1>Canteen</h1><h2>Lunch</h2><p>Soup is served on Fridays from noon to two.</p>',
    content_type: 'text/html' as const,
  }
  const [valve = '', canteen = ''] = await putPages(service, base, [VALVE, html])
  expect(await documents.content(base, valve)).toEqual({ markdown: VALVE.content })
  expect((await documents.content(base, canteen)).markdown).toBe(
    '# Canteen\n\n## Lunch\n\nSoup is served on Fridays from noon to two.\n',
  )
  const answer = await client.formDeflect({ description: 'Do I turn the valve by hand?' })
  const { message_id: messageId = '', citations } = answer
  expect(citations.map(({ document_id }) => document_id)).toEqual([valve])
  await client.rate({ message_id: messageId, rating: 'up' })
  const cited = { cited: 1, rated_up: 1, rated_down: 0, message_ids: [messageId] }
  expect(await documents.citations(base, valve)).toEqual(cited)
  const uncited = { cited: 0, rated_up: 0, rated_down: 0, message_ids: [] }
  expect(await documents.citations(base, canteen)).toEqual(uncited)
  expect(await messages.list(base, { document_id: valve })).toMatchObject({
    messages: [{ id: messageId }],
  })
  const { passages } = await documents.passages(base, canteen)
  const [passage] = passages
  expect(await documents.lookUpPassages(base, [valve, passage?.id ?? ''])).toEqual({
    passages: [
      {
        id: passage?.id,
        document_id: canteen,
        title: 'Canteen',
        url: html.url,
        heading_path: passage?.heading_path,
        anchor: passage?.anchor,
        content: passage?.content,
      },
    ],
  })
})

test('a found page is explained with its rank and its scores', async ({ service, knowledge }) => {
  const query = 'turn the valve by hand'
  await putPages(service, knowledge.knowledgeBaseId, [VALVE, ...OTHERS])
  const explained = await service.admin.knowledgeBases.explain(knowledge.knowledgeBaseId, {
    query,
    url: VALVE.url,
  })
  const { results } = await knowledge.client.search({ query })
  const place = results.findIndex(({ document }) => document.url === VALVE.url)
  expect(place).toBeGreaterThanOrEqual(0)
  expect(explained).toMatchObject({
    verdict: 'found',
    place: place + 1,
    results: results.length,
    passages: [
      {
        place: place + 1,
        vector_score: results[place]?.vector_score,
        text_score: results[place]?.text_score,
      },
    ],
  })
})

test('an outranked page says so', async ({ service, knowledge }) => {
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/aside', content: 'A pump is primed.' },
    ...OTHERS,
  ])
  const query = 'How is pump primed? It is primed with litres'
  const { results } = await knowledge.client.search({ query, limit: 10 })
  const found = new Set(results.map(({ document }) => document.url))
  const missing = OTHERS.find(({ url }) => !found.has(url))?.url ?? ''
  const explained = await service.admin.knowledgeBases.explain(knowledge.knowledgeBaseId, {
    query,
    url: missing,
  })
  expect(explained).toMatchObject({ verdict: 'outranked', place: null, results: 10 })
  expect(explained.passages[0]?.rank).toBeGreaterThan(10)
})

test('an unrelated page is below the relevance threshold', async ({
  service,
  knowledge,
  embeddings,
}) => {
  embeddings.place('zebra', [0, 1])
  embeddings.place('quantum', [1, 0])
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/zebra', content: 'A zebra has stripes.' },
  ])
  const explained = await service.admin.knowledgeBases.explain(knowledge.knowledgeBaseId, {
    query: 'quantum chromodynamics',
    url: 'https://docs.example.com/zebra',
  })
  expect(explained.verdict).toBe('below_floor')
  expect(explained.passages[0]?.relevance).toBeLessThan(explained.floor)
})

test('restricted, in another group, and unknown pages are told apart', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const group = await admin.groups.create(kb, { name: 'API' })
  const [id = ''] = await putPages(service, kb, [VALVE])
  const explain = (body: object) =>
    admin.knowledgeBases.explain(kb, { query: 'turn the valve', url: VALVE.url, ...body })
  expect((await explain({ group_ids: [group.id] })).verdict).toBe('wrong_group')
  await admin.documents.change(kb, id, { visibility: 'restricted' })
  expect(await explain({})).toMatchObject({ verdict: 'restricted', document_id: id, passages: [] })
  expect((await explain({ url: 'https://docs.example.com/none' })).verdict).toBe('unknown_page')
  await expect(explain({ document_id: id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(explain({ group_ids: [id] })).rejects.toMatchObject({ code: 'GROUP_NOT_ALLOWED' })
})

test('a page that could not be indexed says why', async ({ service, knowledge }) => {
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, { 'broken.pdf': 'this is no pdf' })
  const sync = await syncNow(service, kb, source.id)
  expect(sync.counts).toMatchObject({ failed: 1, added: 0 })
  const explained = await service.admin.knowledgeBases.explain(kb, {
    query: 'what is in it?',
    url: 'https://files.example.com/broken.pdf',
  })
  expect(explained).toMatchObject({
    verdict: 'failed',
    reasons: [expect.stringContaining('could not be read')],
  })
})
