import { sql } from 'kysely'
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
import { changeDocument } from '../knowledge/documents.ts'
import type { EmbeddingSpace } from '../knowledge/spaces/embedding-space.ts'
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import { buildCopy } from '../knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../knowledge/spaces/embedding-space-index.ts'
import { createGroup } from '../knowledge/groups.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { readPlan, countReads } from '../../../test/support/store/count-trips.ts'
import { candidatesStatement, findCandidates } from './candidates.ts'

const PASSAGES_A_PAGE = 30

let store: Store
let space: EmbeddingSpace
let groupId: string
let inGroup: string

beforeAll(async () => {
  store = await openStore()
  const group = await asWorker(store, (tx) =>
    createGroup(tx, store.tenant.knowledgeBaseId, 'Guides'),
  )
  groupId = group.id
  const texts = Array.from({ length: PASSAGES_A_PAGE }, (_, number) => `passage ${number}`)
  for (let number = 0; number < 10; number += 1) {
    const input = page(`https://a.test/${number}`, number === 9 ? { group_id: groupId } : {})
    const document = await indexPage(store, input, texts)
    inGroup = document.id
    if (number < 3) {
      await asWorker(store, (tx) =>
        changeDocument({ tx, queue: store.queue, tenant: store.tenant }, document.id, {
          visibility: 'restricted',
        }),
      )
    }
  }
  const indexes = createSpaceIndexes(store.ownerUrl)
  const active = await asWorker(store, activeSpace)
  const { signal } = new AbortController()
  await buildCopy({ db: store.worker.db, indexes }, store.tenant, active, signal)
  space = await asWorker(store, activeSpace)
})
afterAll(() => store.close())

const query = (groupIds: string[] | null = null) => ({
  queries: [],
  spaceId: space.id,
  vector: '[1,0.2,0.1]',
  similarityBaseline: 0,
  groupIds,
})

/** How often a search scans an HNSW index, and whether sorting is on after it. */
const getScans = (groupIds: string[] | null = null) =>
  asReader(store, async (tx) => {
    const before = await scansSoFar(tx)
    await candidatesStatement(query(groupIds)).execute(tx)
    const after = await scansSoFar(tx)
    return { scans: after.scans - before.scans, sort: after.sort }
  })

/** Index scans of this connection so far. */
async function scansSoFar(tx: TenantTransaction) {
  const { rows } = await sql<{ scans: number; sort: string }>`
    select sum(pg_stat_get_xact_numscans(oid))::int as scans, current_setting('enable_sort') as sort
    from pg_class where relname like 'indexed_vectors_hnsw_%'`.execute(tx)
  return rows[0] ?? { scans: Number.NaN, sort: '' }
}

const setIndexed = (indexed: boolean) =>
  asWorker(store, (tx) => tx.updateTable('embedding_spaces').set({ indexed }).execute())

test('a space with an index is searched by it, and one without is not', async () => {
  expect(await getScans()).toEqual({ scans: 1, sort: 'on' })
  await setIndexed(false)
  expect(await getScans()).toEqual({ scans: 0, sort: 'on' })
  await setIndexed(true)
})

test('where the index yields enough, no vector is compared beside it', async () => {
  const reads = async () => {
    const plan = await asReader(store, (tx) => readPlan(tx, candidatesStatement(query())))
    return countReads(plan, 'passage_vectors')
  }
  // What words alone found would be looked up; there are no words.
  expect(await reads()).toBe(0)
  await setIndexed(false)
  expect(await reads()).toBe(7 * PASSAGES_A_PAGE)
  await setIndexed(true)
})

test('the few passages of a group are sorted', async () => {
  expect(await getScans([groupId])).toEqual({ scans: 0, sort: 'on' })
})

test('another tenant finds nothing in the index of a space, though it names it', async () => {
  const other = await seedTenant(store.worker.db)
  expect(await asReader(store, (tx) => findCandidates(tx, query()), other)).toEqual([])
})

test('the nearest readable passages are found with an index and without', async () => {
  const find = () => asReader(store, (tx) => findCandidates(tx, query()))
  const indexed = await find()
  await setIndexed(false)
  const exact = await find()
  await setIndexed(true)
  expect(indexed).toHaveLength(100)
  const nearest = (found: typeof exact) =>
    found.map(({ vectorScore }) => vectorScore).toSorted((a, b) => a - b)
  expect(nearest(indexed)).toEqual(nearest(exact))
})

test('every vector of a group is compared where the index yields too few', async () => {
  const found = await asReader(store, (tx) => findCandidates(tx, query([groupId])))
  expect(found).toHaveLength(PASSAGES_A_PAGE)
  expect(new Set(found.map(({ documentId }) => documentId))).toEqual(new Set([inGroup]))
})
