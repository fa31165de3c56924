import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createChance } from '../../../test/support/chaos/chance.ts'
import { countReads, countTrips, readPlan } from '../../../test/support/store/count-trips.ts'
import * as base from '../../../test/support/store/gated-base.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import { createGroup } from '../knowledge/groups.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import { createMetrics } from '../platform/metrics.ts'
import { newId } from '../platform/new-id.ts'
import type { CandidateSource, SourceQuery } from './candidate-source.ts'
import type { Candidate, CandidateQuery } from './candidates.ts'
import { candidatesStatement, findCandidates, readCandidates } from './candidates.ts'
import { gateStatement } from './gate.ts'
import type { RetrievalQuery } from './retrieve.ts'
import { retrieve } from './retrieve.ts'

const chance = createChance('gate.store.test.ts')
const { embedders, naming, toCandidateQuery } = base

let store: Store
let groupId: string
let metrics = createMetrics()
beforeAll(async () => {
  store = await openStore()
  const group = await asWorker(store, (tx) =>
    createGroup(tx, store.tenant.knowledgeBaseId, 'Guides'),
  )
  groupId = group.id
  await base.indexPages(store, groupId)
})
beforeEach(() => {
  metrics = createMetrics()
})
afterAll(() => store.close())

const buildQuery = (asked: string, scope?: Partial<RetrievalQuery>) =>
  base.buildQuery(store, asked, scope)
const search = (query: RetrievalQuery, source?: CandidateSource) =>
  base.search(store, query, { metrics, ...(source && { source }) })

const gate = (query: CandidateQuery, ids: readonly string[]): Promise<Candidate[]> =>
  readAsTenant(store.api.db, store.tenant, (tx) =>
    readCandidates(tx, query, gateStatement(query, ids)),
  )

const counted = async () => ({
  searches: (await metrics.candidateSearches.get()).values.map(({ labels, value }) => [
    labels.server,
    value,
  ]),
  fallbacks: (await metrics.candidateFallbacks.get()).values.map(({ labels }) => labels.reason),
})

const SCOPES: Pick<RetrievalQuery, 'groupIds' | 'filter'>[] = [
  { groupIds: null },
  { groupIds: null },
  { groupIds: null, filter: { version: ['2'] } },
]
const allScopes = () => [...SCOPES, { groupIds: [groupId] }]

test('of what the primary finds itself, the gate makes the same reply', async () => {
  for (const [turn, asked] of ['heron sea', 'gull', 'the of', 'zyzzyva', 'sail tide'].entries()) {
    for (const scope of allScopes()) {
      const query = await buildQuery(asked, scope)
      const plain = await search(query)
      const ids = plain.candidates.map(({ passageId }) => passageId)
      const passed = await search(query, naming(chance.shuffled(ids, `same ${turn}`)))
      expect(passed, asked).toEqual(plain)
      expect(plain.candidates.length).toBeGreaterThanOrEqual(100)
    }
  }
  expect(await counted()).toEqual({ searches: [['other', 20]], fallbacks: [] })
})

test('in several languages too', async () => {
  const query = toCandidateQuery(await buildQuery('heron sea'))
  const [english] = query.queries
  const asked = {
    ...query,
    queries: [english ?? { language: 'en', terms: [] }, { language: 'es', terms: [1, 2] }],
  }
  const found = await asReader(store, (tx) => findCandidates(tx, asked))
  const passed = await gate(
    asked,
    found.map(({ passageId }) => passageId),
  )
  expect(byId(passed)).toEqual(byId(found))
})

const byId = (candidates: readonly Candidate[]) =>
  candidates.toSorted((a, b) => (a.passageId < b.passageId ? -1 : 1))

const FAULTY: [string, CandidateSource['find'], string][] = [
  ['a hang', () => new Promise(() => undefined), 'timeout'],
  ['an error', () => Promise.reject(new Error('no')), 'error'],
  ['nothing', async () => null, 'unavailable'],
  ['no list', async () => ({ server: 'other', ids: JSON.parse('null') }), 'error'],
]

test.each(FAULTY)('after %s the primary finds its own', async (_, find, reason) => {
  const query = await buildQuery('heron sea')
  expect(await search(query, { find, timeoutMs: 50 })).toEqual(await search(query))
  expect(await counted()).toEqual({ searches: [['primary', 1]], fallbacks: [reason] })
})

test('a reader who leaves while a source is asked is no fault of it', async () => {
  const leaving = new AbortController()
  const query = await buildQuery('heron sea')
  const source: CandidateSource = {
    timeoutMs: 60_000,
    find: () => {
      leaving.abort(new Error('left'))
      return new Promise(() => undefined)
    },
  }
  const deps = { db: store.api.db, embedders, metrics, source }
  await expect(retrieve(deps, query, leaving.signal)).rejects.toThrow('left')
  expect(await counted()).toEqual({ searches: [], fallbacks: [] })
})

test('a source that does not know the embedding space yet costs nothing that is found', async () => {
  const query = await buildQuery('heron sea')
  const knowingAnother: CandidateSource = {
    timeoutMs: 5_000,
    find: async (asked) => ({
      server: 'other',
      ids: await asReader(store, async (tx) =>
        (await findCandidates(tx, { ...asked, spaceId: newId() })).map(
          ({ passageId }) => passageId,
        ),
      ),
    }),
  }
  expect(await search(query, knowingAnother)).toEqual(await search(query))
  expect((await counted()).fallbacks).toEqual(['few'])
})

test('a source is told what is asked and of which tenant, and nothing of who asks', async () => {
  const query = await buildQuery('heron sea', { requestId: 'a request' })
  const caller = { ...query.caller, keyId: 'a key', groupIds: ['a group'], plan: 'team' }
  let told: SourceQuery | undefined
  const source: CandidateSource = {
    timeoutMs: 5_000,
    find: async (asked) => {
      told = asked
      return null
    },
  }
  await search({ ...query, caller }, source)
  expect(Object.keys(told ?? {}).sort()).toEqual([
    'filter',
    'groupIds',
    'queries',
    'similarityBaseline',
    'spaceId',
    'tenant',
    'vector',
  ])
  expect(told?.tenant).toEqual(store.tenant)
})

test('without a source a search is as many trips as with one', async () => {
  const query = await buildQuery('heron sea')
  const ids = (await search(query)).candidates.map(({ passageId }) => passageId)
  await search(query, naming(ids))
  expect(await countTrips(store.api.pool, () => search(query))).toBe(2)
  expect(await countTrips(store.api.pool, () => search(query, naming(ids)))).toBe(2)
})

test('the gate reads each named passage once, and no other', async () => {
  const query = toCandidateQuery(await buildQuery('heron sea'))
  await asReader(store, async (tx) => {
    const found = await findCandidates(tx, query)
    const ids = found.slice(0, 120).map(({ passageId }) => passageId)
    const plan = await readPlan(tx, gateStatement(query, ids))
    expect([countReads(plan, 'passages'), countReads(plan, 'passage_vectors')]).toEqual([120, 120])
    const whole = await readPlan(tx, candidatesStatement(query))
    expect(countReads(whole, 'passage_vectors')).toBeGreaterThan(250)
  })
})
