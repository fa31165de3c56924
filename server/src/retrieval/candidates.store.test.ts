import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import { createGroup } from '../knowledge/groups.ts'
import { analyse, termId } from '../text/terms.ts'
import type { Candidate } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import { loadPassages } from './load-passages.ts'

let store: Store
let spaceId: string
beforeAll(async () => {
  store = await openStore()
  spaceId = (await asWorker(store, activeSpace)).id
  await indexPage(store, page('https://a.test/1'), [
    'Reset a key in the console.',
    'Keys expire after a year.',
    'The weather is fine.',
  ])
})
afterAll(() => store.close())

async function search(
  query: string,
  { vector = '[1,0,0]', groupIds = null as string[] | null, tenant = store.tenant } = {},
): Promise<(Candidate & { content: string })[]> {
  const terms = analyse(query).map((term) => termId(tenant.knowledgeBaseId, term))
  return asReader(
    store,
    async (tx) => {
      const found = await findCandidates(tx, {
        queries: [{ language: 'en', terms }],
        spaceId,
        vector,
        similarityBaseline: 0,
        groupIds,
      })
      const { passages } = await loadPassages(
        tx,
        found.map(({ passageId }) => passageId),
      )
      return found.map((candidate) => ({
        ...candidate,
        content: passages.get(candidate.passageId)?.content ?? '',
      }))
    },
    tenant,
  )
}

const byText = (found: Awaited<ReturnType<typeof search>>) =>
  found.filter(({ textRank }) => textRank !== null).map(({ content }) => content)

test('any word of the question finds a passage; the passage with more of them is first', async () => {
  const found = await search('How do I reset my key?')
  const best = found.find(({ textRank }) => textRank === 1)
  expect(best?.content).toBe('Reset a key in the console.')
  expect(byText(found)).toContain('Keys expire after a year.')
  expect(byText(found)).not.toContain('The weather is fine.')
})

test('both scores are given for every candidate, within 0 to 1', async () => {
  const found = await search('reset key', { vector: '[0,0,1]' })
  expect(found).toHaveLength(3)
  for (const { vectorScore, textScore } of found) {
    expect(vectorScore).toBeGreaterThanOrEqual(0)
    expect(vectorScore).toBeLessThanOrEqual(1)
    expect(textScore).toBeGreaterThanOrEqual(0)
    expect(textScore).toBeLessThanOrEqual(1)
  }
  const weather = found.find(({ content }) => content === 'The weather is fine.')
  expect(weather).toMatchObject({ vectorScore: 1, vectorRank: 1, textScore: 0, textRank: null })
  const reset = found.find(({ content }) => content.startsWith('Reset'))
  expect(reset?.vectorScore).toBe(0)
  expect(reset?.textScore).toBeGreaterThan(0.3)
})

test('a cosine below zero counts as none', async () => {
  const found = await search('reset', { vector: '[-1,0,0]' })
  expect(found.find(({ content }) => content.startsWith('Reset'))?.vectorScore).toBe(0)
})

test('a question without any known word still finds the nearest by meaning', async () => {
  for (const query of ['zyzzyva', '???', 'the of and']) {
    const found = await search(query)
    expect(found, query).toHaveLength(3)
    expect(byText(found), query).toEqual([])
  }
})

test('groups limit both retrievers', async () => {
  const group = await asWorker(store, (tx) =>
    createGroup(tx, store.tenant.knowledgeBaseId, 'Guides'),
  )
  const document = page('https://a.test/2', { group_id: group.id })
  await indexPage(store, document, ['Reset a guide key.'])
  const found = await search('reset key', { groupIds: [group.id] })
  expect(found.map(({ content }) => content)).toEqual(['Reset a guide key.'])
})

test('another tenant finds nothing', async () => {
  const other = await seedTenant(store.worker.db)
  expect(await search('reset key', { tenant: other })).toEqual([])
})

test('a stem of another language does not lower a score', async () => {
  const terms = analyse('reset').map((term) => termId(store.tenant.knowledgeBaseId, term))
  const rare = [termId(store.tenant.knowledgeBaseId, 'zyzzyva')]
  await indexPage(store, page('https://a.test/rare'), ['zyzzyva'])
  const scoreWith = (queries: { language: string; terms: number[] }[]) =>
    asReader(store, async (tx) => {
      const query = { queries, spaceId, vector: '[1,0,0]', similarityBaseline: 0, groupIds: null }
      const found = await findCandidates(tx, query)
      const { passages } = await loadPassages(
        tx,
        found.map(({ passageId }) => passageId),
      )
      const reset = found.find(({ passageId }) =>
        passages.get(passageId)?.content.startsWith('Reset a key'),
      )
      return reset?.textScore ?? 0
    })
  const alone = await scoreWith([{ language: 'en', terms }])
  expect(alone).toBeGreaterThan(0.3)
  const beside = [
    { language: 'en', terms },
    { language: 'es', terms: rare },
  ]
  expect(await scoreWith(beside)).toBeCloseTo(alone, 5)
})

test('a word that no passage has lowers the score of those that lack it', async () => {
  const reset = async (query: string) =>
    (await search(query)).find(({ content }) => content.startsWith('Reset a key'))?.textScore ?? 0
  expect(await reset('reset')).toBeGreaterThan(0.5)
  expect(await reset('reset salmon wine')).toBeLessThan((await reset('reset')) / 2)
})
