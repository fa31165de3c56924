import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTrips, readPlan, countReads } from '../../../test/support/store/count-trips.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
  storePassages,
} from '../../../test/support/store/store.ts'
import { changeDocument } from '../knowledge/documents.ts'
import { findSearchContext } from '../knowledge/search-context.ts'
import { createEmbedders } from '../models/embedding/embedders.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import { createMetrics } from '../platform/metrics.ts'
import { analyseQuery } from '../text/analysed-query.ts'
import type { EvidenceRow } from './answerability/evidence.ts'
import { evidenceStatement } from './answerability/evidence.ts'
import type { CandidateQuery } from './candidates.ts'
import { candidatesStatement, findCandidates } from './candidates.ts'
import { isRelevant } from './fuse.ts'
import { loadPassages, loadStatement } from './load-passages.ts'
import type { RetrievalQuery } from './retrieve.ts'
import { retrieve } from './retrieve.ts'

const BASELINE = 0.1
const VECTOR = Float32Array.of(1, 0.2, 0.1)
const never = new AbortController().signal

let store: Store
let keysId: string
beforeAll(async () => {
  store = await openStore()
  const keys = ['Reset a key in the console.', 'Keys expire after a year.', 'Keys have names.']
  keysId = (await indexPage(store, page('https://a.test/keys', { title: 'Keys' }), keys)).id
  await indexPage(store, page('https://a.test/weather'), ['The weather is fine.', 'It rains.'])
  const hidden = await indexPage(store, page('https://a.test/secret'), ['Reset a secret key.'])
  await asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, hidden.id, {
      visibility: 'restricted',
    }),
  )
})
afterAll(() => store.close())

const embedders = createEmbedders([
  {
    model: 'test',
    dimensions: 3,
    similarityBaseline: async () => BASELINE,
    embedPassages: async (texts) => texts.map(() => VECTOR),
    embedQuery: async () => VECTOR,
    close: async () => undefined,
  },
])
const deps = () => ({ db: store.api.db, embedders, metrics: createMetrics() })

async function buildQuery(
  text: string,
  change: Partial<RetrievalQuery> = {},
  tenant = store.tenant,
): Promise<RetrievalQuery> {
  const caller = await asReader(store, (tx) => findSearchContext(tx, tenant), tenant)
  return { caller, text, groupIds: null, limit: 2, ...change }
}

const ask = async (text: string, change: Partial<RetrievalQuery> = {}, tenant = store.tenant) =>
  retrieve(deps(), await buildQuery(text, change, tenant), never)

async function candidateQuery(text: string): Promise<CandidateQuery> {
  const { caller } = await buildQuery(text)
  return {
    queries: analyseQuery(caller, text),
    vector: '[1,0.2,0.1]',
    similarityBaseline: BASELINE,
    spaceId: caller.space.id,
    groupIds: null,
  }
}

test('the best relevant passages are loaded, with their document, and no more than are asked for', async () => {
  const { passages, candidates } = await ask('How do I reset my key?')
  expect(candidates).toHaveLength(5)
  expect(passages).toHaveLength(2)
  expect(passages[0]).toMatchObject({
    content: 'Reset a key in the console.',
    document: { title: 'Keys', url: 'https://a.test/keys', visibility: 'public' },
  })
  expect(passages.map(({ content }) => content)).not.toContain('Reset a secret key.')
})

test('what answerability is judged by is of the candidates that readers see', async () => {
  const { candidates, evidence } = await ask('reset key', { withEvidence: true })
  const { queries: questions } = await candidateQuery('reset key')
  const passageIds = candidates.map(({ passageId }) => passageId)
  const { rows } = await asReader(store, (tx) =>
    evidenceStatement({ questions, passageIds }).execute(tx),
  )
  expect(rows[0]?.passages).toHaveLength(5)
  expect(sorted(evidence)).toEqual(sorted(rows[0]))
})

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
const sorted = (evidence: EvidenceRow | null | undefined) =>
  evidence && { ...evidence, passages: evidence.passages?.toSorted(byId) }

test('what is not relevant is found and not loaded, and judged all the same', async () => {
  const { passages, candidates } = await ask('How do I reset my key?', { limit: 100 })
  const relevant = candidates.filter(isRelevant).map(({ passageId }) => passageId)
  expect(passages.map(({ id }) => id)).toEqual(relevant)
  expect(passages.length).toBeLessThan(candidates.length)
  const hiddenDocumentIds = new Set([keysId])
  const nothing = await ask('umbrella', { hiddenDocumentIds, limit: 0, withEvidence: true })
  expect(nothing.passages).toEqual([])
  expect(nothing.evidence?.passages).toHaveLength(2)
})

test('scores are those of the candidates', async () => {
  const query = await candidateQuery('reset key')
  const expected = await asReader(store, (tx) => findCandidates(tx, query))
  const { candidates } = await ask('reset key')
  expect(candidates).toHaveLength(expected.length)
  for (const candidate of expected) {
    const found = candidates.find(({ passageId }) => passageId === candidate.passageId)
    // One vector was sent in binary, the other as text.
    expect(found).toMatchObject(candidate)
  }
})

test('a hidden document is left out as if it were deleted', async () => {
  const { candidates } = await ask('reset key', { hiddenDocumentIds: new Set([keysId]) })
  expect(candidates).toHaveLength(2)
  expect(candidates.map(({ documentId }) => documentId)).not.toContain(keysId)
})

test('another tenant finds nothing', async () => {
  const other = await seedTenant(store.worker.db)
  const { caller } = await buildQuery('reset key')
  const change = { caller: { ...caller, ...other } }
  expect(await ask('reset key', change)).toMatchObject({
    passages: [],
    candidates: [],
    evidence: null,
  })
})

test('a search is two trips, and no more with what answerability is judged by', async () => {
  const query = await buildQuery('reset key')
  const search = () => retrieve(deps(), query, never)
  await search()
  expect(await countTrips(store.api.pool, search)).toBe(2)
  query.withEvidence = true
  await search()
  expect(await countTrips(store.api.pool, search)).toBe(2)
})

test('a word that is mistyped is searched for as what was meant', async () => {
  const { passages, words } = await ask('wether')
  expect(words).toMatchObject({ searchedFor: 'weather', missing: [] })
  expect(passages[0]?.content).toBe('The weather is fine.')
})

test('what is found is shown as it was found, though it is replaced and restricted meanwhile', async () => {
  const document = await indexPage(store, page('https://a.test/moon'), ['The moon is full.'])
  const query = await candidateQuery('moon')
  const [before, after] = await readAsTenant(store.api.db, store.tenant, async (tx) => {
    const found = await findCandidates(tx, query)
    await storePassages(store, document.id, ['The moon is new.'])
    await asWorker(store, (other) =>
      changeDocument({ tx: other, queue: store.queue, tenant: store.tenant }, document.id, {
        visibility: 'restricted',
      }),
    )
    const { passages } = await loadPassages(
      tx,
      found.map(({ passageId }) => passageId),
    )
    return [found.length, [...passages.values()].map(({ content }) => content)] as const
  })
  expect(after.filter((content) => content.includes('moon'))).toEqual(['The moon is full.'])
  expect(after).toHaveLength(before)
  // A search that begins after it finds nothing of it.
  const { passages } = await ask('moon', { limit: 100 })
  expect(passages.map(({ content }) => content).join()).not.toContain('moon')
})

test('each passage is compared once, and looked up once for the other retriever', async () => {
  const texts = Array.from(
    { length: 60 },
    (_, number) => `heron ${number} of the ${number % 7} sea`,
  )
  for (let number = 0; number < 2; number += 1) {
    await indexPage(store, page(`https://a.test/heron-${number}`), texts)
  }
  const query = await candidateQuery('heron 5 sea')
  await asReader(store, async (tx) => {
    const candidates = await readPlan(tx, candidatesStatement(query))
    // 125 readable vectors, and at most 100 that only words found.
    expect(countReads(candidates, 'passage_vectors')).toBeGreaterThanOrEqual(125)
    expect(countReads(candidates, 'passage_vectors')).toBeLessThanOrEqual(225)
    // What has a word, and at most 100 that only the vectors found.
    expect(countReads(candidates, 'passages')).toBeLessThanOrEqual(125 + 100)
    expect(countReads(candidates, 'documents')).toBe(0)
    const found = await findCandidates(tx, query)
    const two = found.slice(0, 2).map(({ passageId }) => passageId)
    const loading = await readPlan(tx, loadStatement(two))
    expect([countReads(loading, 'passages'), countReads(loading, 'documents')]).toEqual([2, 2])
  })
})
