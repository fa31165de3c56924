import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../../test/support/store/store.ts'
import { changeDocument } from '../../knowledge/documents.ts'
import { activeSpace } from '../../knowledge/spaces/embedding-space.ts'
import { readAsTenant } from '../../platform/database/tenant.ts'
import { analyse, termId } from '../../text/terms.ts'
import type { Candidate } from '../candidates.ts'
import { findCandidates } from '../candidates.ts'
import type { Evidence } from './evidence.ts'
import { evidenceStatement, readEvidence } from './evidence.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
  await indexPage(store, page('https://a.test/1'), [
    'Keys expire after a year. Reset a key in the console.',
    'The weather is fine.',
  ])
})
afterAll(() => store.close())

const QUESTION = 'reset key zebra'

async function search(text: string) {
  const { tenant } = store
  const terms = analyse(text).map((term) => termId(tenant.knowledgeBaseId, term))
  const queries = [{ language: 'en', terms }]
  const { id: spaceId } = await asWorker(store, activeSpace)
  const query = { queries, spaceId, vector: '[1,0,0]', similarityBaseline: 0, groupIds: null }
  const found = await asReader(store, (tx) => findCandidates(tx, query))
  const candidates = found.toSorted((a, b) => b.textScore - a.textScore)
  return { queries, candidates }
}

async function gather(
  queries: { language: string; terms: number[] }[],
  candidates: readonly Candidate[],
  tenant = store.tenant,
): Promise<Evidence> {
  const passageIds = candidates.map(({ passageId }) => passageId)
  const statement = evidenceStatement({ questions: queries, passageIds })
  const { rows } = await readAsTenant(store.api.db, tenant, (tx) => statement.execute(tx))
  const [row] = rows
  if (!row) throw new Error('The evidence has no row')
  return readEvidence(queries, candidates, row, null)
}

test('says which terms a passage has, and how rare they are', async () => {
  const { queries, candidates } = await search(QUESTION)
  const evidence = await gather(queries, candidates)
  expect(evidence.compared.map(({ contained }) => contained)).toEqual([[0, 1], []])
  const [reset = 0, , zebra = 0] = evidence.idf
  expect(zebra).toBeGreaterThan(reset)
})

test('nothing of another knowledge base is read', async () => {
  const { queries, candidates } = await search(QUESTION)
  const other = await seedTenant(store.worker.db)
  const evidence = await gather(queries, candidates, other)
  expect(evidence.compared).toEqual([])
  expect(new Set(evidence.idf).size).toBe(1)
})

test('a page restricted since the search counts no more', async () => {
  const document = await indexPage(store, page('https://a.test/2'), ['A zebra is striped.'])
  const { queries, candidates } = await search('zebra')
  expect((await gather(queries, candidates)).compared[0]?.contained).toEqual([0])
  await asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, document.id, {
      visibility: 'restricted',
    }),
  )
  const evidence = await gather(queries, candidates)
  expect(evidence.compared.every(({ contained }) => contained.length === 0)).toBe(true)
})
