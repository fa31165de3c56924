import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { clientFor, createPublicKey, putPages } from '../support/knowledge.ts'
import { sendRelated } from './support/wire.ts'

const { verifies } = acceptance()

const url = (name: string) => `https://docs.example.com/${name}`
/** Too long to share a passage with a neighbour. */
const padded = (words: string) => `${words} ${'gravel '.repeat(150)}`.trim()

verifies('related.query.required', async ({ service, knowledge }) => {
  for (const body of [{}, { query: 7 }, { query: null }, { query: ['x'] }]) {
    expect(await sendRelated(service, knowledge, body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
  }
  expect(await sendRelated(service, knowledge, { query: 'x' })).toMatchObject({ status: 200 })
})

verifies(
  ['related.response.fields', 'related.articles.fields', 'related.articles.not-results'],
  async ({ service, knowledge }) => {
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: url('loom'), title: 'Looms', content: 'A loom weaves cloth.' },
    ])
    const { status, body } = await sendRelated(service, knowledge, { query: 'loom' })
    expect(status).toBe(200)
    expect(body).toEqual({
      articles: [{ url: url('loom'), title: 'Looms', snippet: 'A loom weaves cloth.' }],
      count: 1,
      powered_by: expect.stringMatching(/\S/),
      powered_by_url: expect.stringMatching(/^https:\/\//),
    })
  },
)

verifies(
  ['related.articles.at-most-5', 'related.count.number-of-articles'],
  async ({ service, knowledge }) => {
    const { client, knowledgeBaseId } = knowledge
    expect(await client.related({ query: 'bobbin' })).toMatchObject({ articles: [], count: 0 })
    const page = (n: number) => ({ url: url(`page-${n}`), content: `Bobbin number ${n}.` })
    await putPages(service, knowledgeBaseId, [1, 2, 3, 4].map(page))
    const four = await client.related({ query: 'bobbin' })
    expect(four.articles).toHaveLength(4)
    expect(four.count).toBe(4)
    await putPages(service, knowledgeBaseId, [5, 6, 7].map(page))
    const five = await client.related({ query: 'bobbin' })
    expect(five.articles).toHaveLength(5)
    expect(five.count).toBe(5)
  },
)

verifies('related.articles.one-per-page', async ({ service, knowledge }) => {
  const part = (n: number) => `## Part ${n}\n\n${padded(`Spindle, spindle, spindle ${n}.`)}`
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('long'), content: [1, 2, 3, 4, 5, 6].map(part).join('\n\n') },
    { url: url('short'), content: 'One spindle among yarn, wool and felt.' },
  ])
  const { articles } = await knowledge.client.related({ query: 'spindle' })
  expect(articles.map((article) => article.url).sort()).toEqual([url('long'), url('short')])
})

verifies('related.articles.best-match-first', async ({ service, knowledge, embeddings }) => {
  embeddings.place('indigo', [1, 0])
  embeddings.place('costly', [0.7, 0.71])
  embeddings.place('wool', [0.5, 0.87])
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('third'), content: 'Wool is warm in winter.' },
    { url: url('second'), content: 'Dye is costly in winter.' },
    { url: url('first'), content: 'Indigo dye needs a vat.' },
  ])
  const { articles } = await knowledge.client.related({ query: 'indigo dye vat' })
  expect(articles.map((article) => article.url)).toEqual([
    url('first'),
    url('second'),
    url('third'),
  ])
})

verifies('related.snippet.matching-passage', async ({ service, knowledge }) => {
  const { client, knowledgeBaseId } = knowledge
  await putPages(service, knowledgeBaseId, [
    {
      url: url('felt'),
      content: `## Wash\n\n${padded('Wash it cold.')}\n\n## Card\n\n${padded('Carding combs fibres.')}`,
    },
  ])
  const { articles } = await client.related({ query: 'carding combs' })
  expect(articles[0]?.snippet).toMatch(/^Carding combs fibres\. gravel/)
  const washing = await client.related({ query: 'wash cold' })
  expect(washing.articles[0]?.snippet).toMatch(/^Wash it cold\. gravel/)
})

verifies('related.snippet.cut-at-200', async ({ service, knowledge }) => {
  const lines = {
    long: `${'selvedge '.repeat(30)}end`,
    exact: `selvedge ${'x'.repeat(191)}`,
    // 🧶 is one character to a reader and two in UTF-16.
    emoji: `selvedge 🧶🧶🧶🧶🧶 ${'y'.repeat(300)}`,
  }
  const pages = Object.entries(lines).map(([name, content]) => ({ url: url(name), content }))
  await putPages(service, knowledge.knowledgeBaseId, pages)
  const { articles } = await knowledge.client.related({ query: 'selvedge' })
  const snippets = Object.fromEntries(articles.map((one) => [one.url, one.snippet]))
  expect(snippets).toEqual({
    [url('long')]: lines.long.slice(0, 200),
    [url('exact')]: lines.exact,
    [url('emoji')]: `selvedge 🧶🧶🧶🧶🧶 ${'y'.repeat(185)}`,
  })
})

verifies('related.allowed-groups.searched-within', async ({ service, knowledge }) => {
  const { knowledgeBaseId, client } = knowledge
  const { id: own } = await service.admin.groups.create(knowledgeBaseId, { name: 'Own' })
  const { id: other } = await service.admin.groups.create(knowledgeBaseId, { name: 'Other' })
  await putPages(service, knowledgeBaseId, [
    { url: url('own'), content: 'Warp threads.', group_id: own },
    { url: url('other'), content: 'Warp threads, warp threads.', group_id: other },
    { url: url('loose'), content: 'Warp threads everywhere.' },
  ])
  const bound = await createPublicKey(service.admin, knowledgeBaseId, [own])
  const boundClient = clientFor(service, knowledgeBaseId, bound)
  expect((await boundClient.related({ query: 'warp' })).articles).toMatchObject([
    { url: url('own') },
  ])
  expect(await client.related({ query: 'warp' })).toMatchObject({ count: 3 })
})

verifies(
  'related.group-ids.not-taken',
  'Related refuses a `group_ids`, so it never changes what is searched',
  async ({ service, knowledge }) => {
    const { id } = await service.admin.groups.create(knowledge.knowledgeBaseId, { name: 'Some' })
    for (const group_ids of [[id], []]) {
      expect(await sendRelated(service, knowledge, { query: 'weft', group_ids })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      })
    }
  },
)
