import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { putPages } from '../support/knowledge.ts'
import { sendSearch } from './support/wire.ts'

const { verifies } = acceptance()

const url = (name: string) => `https://docs.example.com/${name}`
/** Too long to share a passage with a neighbour. */
const padded = (words: string) => `${words} ${'gravel '.repeat(150)}`

verifies('search.response.fields', async ({ service, knowledge }) => {
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('lathe'), content: 'A lathe turns wood.' },
  ])
  const reply = await sendSearch(service, knowledge, { query: 'lathe' })
  expect(reply).toMatchObject({
    status: 200,
    body: {
      results: [{ document: { url: url('lathe') } }],
      count: 1,
      powered_by: expect.stringMatching(/\S/),
      powered_by_url: expect.stringMatching(/^https:\/\//),
    },
  })
})

verifies('search.no-answer-written', async ({ service, knowledge, embeddings }) => {
  const content = 'A kiln fires clay at 1,000 degrees.'
  await putPages(service, knowledge.knowledgeBaseId, [{ url: url('kiln'), content }])
  const asked = embeddings.requests.length
  const reply = await sendSearch(service, knowledge, { query: 'How hot is a kiln?' })
  expect(reply.headers.get('content-type')).toMatch(/^application\/json\b/)
  expect(Object.keys(reply.body as object).sort()).toEqual(
    ['count', 'powered_by', 'powered_by_url', 'results'].sort(),
  )
  expect(reply.body).toMatchObject({
    results: [{ chunk: { content }, document: { url: url('kiln') } }],
  })
  expect(embeddings.requests.slice(asked)).toEqual([['How hot is a kiln?']])
})

verifies('search.count.number-of-results', async ({ service, knowledge }) => {
  expect(await knowledge.client.search({ query: 'anvil' })).toMatchObject({ results: [], count: 0 })
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('one'), content: 'An anvil.' },
    { url: url('two'), content: 'Another anvil.' },
    { url: url('three'), content: 'A third anvil.' },
  ])
  for (const limit of [1, 2, 10]) {
    const { results, count } = await knowledge.client.search({ query: 'anvil', limit })
    expect(count).toBe(Math.min(limit, 3))
    expect(results).toHaveLength(count)
  }
})

verifies('search.results.most-relevant-first', async ({ service, knowledge, embeddings }) => {
  embeddings.place('signing', [1, 0])
  embeddings.place('tyres', [0.7, 0.71])
  embeddings.place('honey', [0.6, 0.8])
  embeddings.place('rain', [0.5, 0.87])
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('none'), content: 'Bees make honey in spring.' },
    { url: url('half'), content: 'Rotate the tyres in spring.' },
    { url: url('best'), content: 'Rotate your signing keys.' },
    { url: url('other'), content: 'Rain falls on the plain.' },
  ])
  const { results } = await knowledge.client.search({ query: 'rotate signing keys' })
  expect(results.map(({ document }) => document.url)).toEqual([
    url('best'),
    url('half'),
    url('none'),
    url('other'),
  ])
  const scores = results.map((result) => result.vector_score + result.text_score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

verifies('search.limit.may-return-fewer', async ({ service, knowledge, embeddings }) => {
  embeddings.place('lava', [0.9, 0.44])
  embeddings.place('geyser', [0.2, 0.98])
  for (const word of ['ledger', 'receipt', 'invoice', 'payroll']) embeddings.place(word, [0, 1])
  embeddings.place('volcano', [1, 0])
  embeddings.place('orchid', [0, 0, 1])
  const words = ['ledger', 'lava', 'receipt', 'geyser', 'invoice', 'payroll']
  await putPages(
    service,
    knowledge.knowledgeBaseId,
    words.map((word) => ({ url: url(word), content: `All about the ${word}.` })),
  )
  const found = async (query: string) => {
    const { results, count } = await knowledge.client.search({ query, limit: 5 })
    return { urls: results.map(({ document }) => document.url), count }
  }
  expect(await found('orchid')).toEqual({ urls: [], count: 0 })
  expect(await found('volcano')).toEqual({ urls: [url('lava')], count: 1 })
  // As many as `limit` where enough are relevant.
  expect(await found(words.join(' '))).toMatchObject({ count: 5 })
})

verifies('search.results.page-may-repeat', async ({ service, knowledge }) => {
  const content = `## Saw\n\n${padded('A sharp chisel, first.')}\n\n## Plane\n\n${padded('A sharp chisel, again.')}`
  const [id] = await putPages(service, knowledge.knowledgeBaseId, [{ url: url('tools'), content }])
  const { results } = await knowledge.client.search({ query: 'sharp chisel' })
  expect(results.map(({ document }) => document.id)).toEqual([id, id])
  expect(new Set(results.map(({ chunk }) => chunk.id)).size).toBe(2)
})

verifies(
  ['search.results.chunk-fields', 'search.results.document-fields'],
  async ({ service, knowledge }) => {
    const content = `## One\n\n${padded('Red.')}\n\n## Two\n\n${padded('Violet dye.')}`
    const [id] = await putPages(service, knowledge.knowledgeBaseId, [
      { url: url('dyes'), title: 'Dyes', content, visibility: 'unlisted' },
    ])
    const { results } = await knowledge.client.search({ query: 'violet dye', limit: 1 })
    expect(results).toHaveLength(1)
    expect(results[0]?.chunk).toMatchObject({
      id: expect.any(String),
      document_id: id,
      content: expect.any(String),
      heading_path: ['Two'],
      chunk_index: 1,
    })
    expect(results[0]?.document).toMatchObject({
      id,
      url: url('dyes'),
      title: 'Dyes',
      visibility: 'unlisted',
      source_type: expect.stringMatching(/\S/),
    })
  },
)

verifies('search.results.chunk-content', async ({ service, knowledge }) => {
  const wanted = padded('The mortise holds the tenon.').trim()
  await putPages(service, knowledge.knowledgeBaseId, [
    {
      url: url('joints'),
      content: `## Glue\n\n${padded('Glue dries slowly.')}\n\n## Joint\n\n${wanted}\n\n## Nail\n\n${padded('A nail is quick.')}`,
    },
  ])
  const { results } = await knowledge.client.search({ query: 'mortise tenon', limit: 1 })
  expect(results[0]?.chunk.content).toBe(wanted)
})

verifies('search.results.chunk-heading-path', async ({ service, knowledge }) => {
  await putPages(service, knowledge.knowledgeBaseId, [
    {
      url: url('titled'),
      content: '# Sail\n\n## Rig\n\nSpars.\n\n### Mast\n\nThe halyard hoists.\n\n## Hull\n\nKeel.',
    },
    {
      url: url('renamed'),
      title: 'Rowing',
      content: '# Handbook\n\n## Oars\n\nFeather them.\n\n### Grip\n\nThe thole pins.',
    },
  ])
  const pathTo = async (query: string) =>
    (await knowledge.client.search({ query, limit: 1 })).results[0]?.chunk.heading_path
  // The page's title is a field of its own; a heading that is not the title belongs in the path.
  expect(await pathTo('halyard hoists')).toEqual(['Rig', 'Mast'])
  expect(await pathTo('thole pins')).toEqual(['Handbook', 'Oars', 'Grip'])
})
