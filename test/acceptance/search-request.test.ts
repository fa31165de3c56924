import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { makeVerifies } from '../support/verifies.ts'
import { asOperator, send, sendSearch } from './support/wire.ts'

/** Too long to share a passage with a neighbour. */
const LONG_SECTION = 'lantern '.repeat(160)
const PASSAGES = 110

const verifies = makeVerifies(
  sharing().test.extend('library', { scope: 'file' }, async ({ service }) => {
    const library = await createKnowledge(service)
    const sections = Array.from({ length: PASSAGES }, (_, n) => `## Part ${n}\n\n${LONG_SECTION}`)
    await putPages(service, library.knowledgeBaseId, [
      { url: 'https://docs.example.com/lanterns', content: sections.join('\n\n') },
    ])
    const { passages } = await service.admin.documents.summary(library.knowledgeBaseId)
    if (passages !== PASSAGES) throw new Error(`${passages} passages`)
    return library
  }),
)

const refused = { status: 400, body: { code: 'BAD_REQUEST' } }

verifies('search.query.required', async ({ service, library }) => {
  for (const body of [{}, { limit: 5 }, { query: 5 }, { query: null }, { query: ['lantern'] }]) {
    expect(await sendSearch(service, library, body), JSON.stringify(body)).toMatchObject(refused)
  }
})

verifies('search.query.only-required-field', async ({ service, library }) => {
  const reply = await sendSearch(service, library, { query: 'lantern' })
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ count: 10 })
})

verifies('search.query.max-4000', async ({ service, library }) => {
  const longest = `lantern ${'a'.repeat(3992)}`
  expect(await sendSearch(service, library, { query: longest })).toMatchObject({ status: 200 })
  expect(await sendSearch(service, library, { query: `${longest}a` })).toMatchObject(refused)
})

verifies('lengths.code-points', async ({ service, library }) => {
  const emoji = (count: number) => '🏮'.repeat(count)
  const search = (query: string) => sendSearch(service, library, { query })
  expect(await search(emoji(4000))).toMatchObject({ status: 200 })
  expect(await search(emoji(4001))).toMatchObject(refused)
  const name = (text: string) =>
    send(service, '/api/v1/admin/workspaces', { json: { name: text }, headers: asOperator })
  expect(await name(emoji(200))).toMatchObject({ status: 201, body: { name: emoji(200) } })
  expect(await name(emoji(201))).toMatchObject(refused)
})

verifies('query.blank', async ({ service, library }) => {
  for (const query of ['', ' ', '\n\t\r', '\u00a0\u3000', '\u200b']) {
    expect(await sendSearch(service, library, { query }), JSON.stringify(query)).toMatchObject(
      refused,
    )
  }
})

verifies('search.limit.default-10', async ({ library }) => {
  expect((await library.client.search({ query: 'lantern' })).results).toHaveLength(10)
})

verifies('search.limit.bounds-results', async ({ library }) => {
  for (const limit of [1, 3, 11, 100]) {
    const { results } = await library.client.search({ query: 'lantern', limit })
    expect(results).toHaveLength(limit)
  }
})

verifies('search.limit.capped-at-100', async ({ library }) => {
  for (const limit of [101, 1000, 1e300]) {
    const { results } = await library.client.search({ query: 'lantern', limit })
    expect(results).toHaveLength(100)
  }
})

verifies('limit.below-1-or-not-whole', async ({ service, library }) => {
  for (const limit of [0, -1, -1e300, 0.5, 1.5, 99.9, 100.5]) {
    const reply = await sendSearch(service, library, { query: 'lantern', limit })
    expect(reply, String(limit)).toMatchObject(refused)
  }
})
