import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTrips } from '../../../test/support/store/count-trips.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import { changeDocument } from '../knowledge/documents.ts'
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import { buildCopy } from '../knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../knowledge/spaces/embedding-space-index.ts'
import { runAsTenant } from '../platform/database/tenant.ts'
import { analyse, termId } from '../text/terms.ts'
import { toHalfvecBinary } from '../text/vector-text.ts'
import type { EvidenceRow } from './answerability/evidence.ts'
import { evidenceStatement } from './answerability/evidence.ts'
import { findCandidates } from './candidates.ts'
import { isRelevant } from './relevance.ts'
import { relevanceOf } from './fuse.ts'
import type { SearchQuery, SearchRow } from './search-statement.ts'
import { searchStatement } from './search-statement.ts'
import { search } from './search.ts'
import type { SearchSpace } from './vector-search.ts'

let store: Store
let space: SearchSpace
let keysId: string
beforeAll(async () => {
  store = await openStore()
  space = await asWorker(store, activeSpace)
  const keys = ['Reset a key in the console.', 'Keys expire after a year.', 'Keys have names.']
  keysId = (await indexPage(store, page('https://a.test/keys', { title: 'Keys' }), keys)).id
  await indexPage(store, page('https://a.test/weather'), ['The weather is fine.', 'It rains.'])
  const hidden = await indexPage(store, page('https://a.test/secret'), ['Reset a secret key.'])
  await asWorker(store, (tx) =>
    changeDocument(tx, store.queue, store.tenant, hidden.id, { visibility: 'restricted' }),
  )
})
afterAll(() => store.close())

function queryOf(text: string, change: Partial<SearchQuery> = {}): SearchQuery {
  const terms = analyse(text).map((term) => termId(store.tenant.knowledgeBaseId, term))
  return {
    queries: [{ language: 'en', terms }],
    space,
    vector: '[1,0.2,0.1]',
    similarityBaseline: 0.1,
    groupIds: null,
    hiddenDocumentIds: [],
    limit: 2,
    wantsCandidates: true,
    ...change,
  }
}

const ask = (text: string, change: Partial<SearchQuery> = {}): Promise<SearchRow[]> =>
  search(store.api.db, store.tenant, queryOf(text, change))

const contentsOf = (rows: readonly SearchRow[]) => rows.map(({ content }) => content)
const shownOf = (rows: readonly SearchRow[]) => contentsOf(rows).filter((text) => text !== null)

test('the best relevant passages are loaded, with their document, and no more than are asked for', async () => {
  const rows = await ask('How do I reset my key?')
  expect(rows).toHaveLength(5)
  expect(rows[0]).toMatchObject({
    content: 'Reset a key in the console.',
    title: 'Keys',
    url: 'https://a.test/keys',
    visibility: 'public',
  })
  expect(shownOf(rows)).toHaveLength(2)
  expect(contentsOf(rows)).not.toContain('Reset a secret key.')
  const passages = await ask('How do I reset my key?', { wantsCandidates: false })
  const loaded = rows.filter(({ content }) => content !== null)
  expect(passages).toEqual(loaded.map((row) => ({ ...row, evidence: null })))
})

test('what answerability is judged by comes with the first candidate, of those that readers see', async () => {
  const { queries } = queryOf('reset key')
  const rows = await ask('reset key')
  const ids = rows.map(({ id }) => id)
  const statement = evidenceStatement(queries, sql`${ids}::uuid[]`)
  const [expected] = await runAsTenant(store.api.db, store.tenant, statement)
  expect(expected?.passages).toHaveLength(5)
  expect(rows.map(({ evidence }) => sorted(evidence))).toEqual([
    sorted(expected),
    ...rows.slice(1).map(() => null),
  ])
})

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
const sorted = (evidence: EvidenceRow | null | undefined) =>
  evidence && { ...evidence, passages: evidence.passages?.toSorted(byId) }

test('what is not relevant is found and not loaded', async () => {
  const rows = await ask('How do I reset my key?', { limit: 100 })
  const loaded = rows.filter((row) => row.content !== null)
  const relevant = rows.filter((row) =>
    isRelevant({
      relevance: relevanceOf({ vectorScore: row.vector_score, textScore: row.text_score }),
    }),
  )
  expect(loaded).toEqual(relevant)
  expect(loaded.length).toBeLessThan(rows.length)
})

test('scores are those of the candidates', async () => {
  const query = queryOf('reset key')
  const candidates = await asReader(store, (tx) => findCandidates(tx, query))
  const rows = await ask('reset key')
  for (const row of rows) {
    const candidate = candidates.find(({ passageId }) => passageId === row.id)
    expect(row.vector_score).toBeCloseTo(candidate?.vectorScore ?? -1, 12)
    expect(row.text_score).toBeCloseTo(candidate?.textScore ?? -1, 12)
    expect([row.vector_rank, row.text_rank]).toEqual([candidate?.vectorRank, candidate?.textRank])
  }
  expect(rows).toHaveLength(candidates.length)
})

test('a vector is the same in its binary form', async () => {
  const rows = await ask('reset key')
  const vector = toHalfvecBinary(Float32Array.of(1, 0.2, 0.1))
  expect(await ask('reset key', { vector })).toEqual(rows)
})

test('a hidden document is left out as if it were deleted', async () => {
  const rows = await ask('reset key', { hiddenDocumentIds: [keysId] })
  expect(rows).toHaveLength(2)
  expect(rows.map((row) => row.document_id)).not.toContain(keysId)
})

test('another tenant finds nothing', async () => {
  const other = await seedTenant(store.worker.db)
  expect(await search(store.api.db, other, queryOf('reset key'))).toEqual([])
})

test('a search is one statement and one trip', async () => {
  await ask('reset key')
  expect(await countTrips(store.api.pool, () => ask('reset key'))).toBe(1)
})

test('each passage is compared once, and looked up once for the other retriever', async () => {
  const texts = Array.from(
    { length: 60 },
    (_, number) => `heron ${number} of the ${number % 7} sea`,
  )
  for (let number = 0; number < 2; number += 1) {
    await indexPage(store, page(`https://a.test/heron-${number}`), texts)
  }
  const rowsRead = await asReader(store, async (tx) => {
    const statement = searchStatement(queryOf('heron 5 sea', { wantsCandidates: false }))
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, format json) ${statement}`.execute(tx)
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (relation: string) =>
      readsOf(plan ? [plan] : []).reduce(
        (sum, node) => sum + (node['Relation Name'] === relation ? node.rows : 0),
        0,
      )
  })
  // 125 readable vectors, and at most 100 that only words found.
  expect(rowsRead('passage_vectors')).toBeGreaterThanOrEqual(125)
  expect(rowsRead('passage_vectors')).toBeLessThanOrEqual(225)
  // What has a word, at most 100 that only the vectors found, and what is shown.
  expect(rowsRead('passages')).toBeLessThanOrEqual(125 + 100 + 2)
  expect(rowsRead('documents')).toBeLessThanOrEqual(2)
})

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

const readsOf = (nodes: readonly PlanNode[]): { 'Relation Name'?: string; rows: number }[] =>
  nodes.flatMap((node) => [
    { ...node, rows: node['Actual Rows'] * node['Actual Loops'] },
    ...readsOf(node.Plans ?? []),
  ])

test('where the index yields too few, an exact search follows', async () => {
  const copying = { db: store.worker.db, indexes: createSpaceIndexes(store.ownerUrl) }
  await buildCopy(copying, store.tenant, space, new AbortController().signal)
  const exact = await ask('reset key', { hiddenDocumentIds: [] })
  const indexed = await ask('reset key', { space: { ...space, indexed: true, copied: true } })
  // The index found all 42 that are nearest alike, so what is shown does not depend on it.
  expect(shownOf(indexed)).toEqual(shownOf(exact))
  const few = { documentId: keysId, space: { ...space, indexed: true, copied: true } }
  expect(await ask('reset key', few)).toHaveLength(3)
  // The index of the tests before has enough passages.
  const again = () => ask('reset key', { space: { ...space, indexed: true, copied: true } })
  expect(await countTrips(store.api.pool, again)).toBe(1)
})

test('where nothing is relevant, an index is not searched twice', async () => {
  const off = {
    space: { ...space, indexed: true, copied: true },
    vector: '[-1,-1,-1]',
    wantsCandidates: false,
  }
  expect(shownOf(await ask('umbrella', off))).toEqual([])
  expect(await countTrips(store.api.pool, () => ask('umbrella', off))).toBe(1)
})
