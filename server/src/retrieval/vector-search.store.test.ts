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
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import { buildCopy } from '../knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../knowledge/spaces/embedding-space-index.ts'
import { createGroup } from '../knowledge/groups.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { runAsTenant } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { candidatesStatement, findCandidates } from './candidates.ts'
import type { SearchSpace } from './vector-search.ts'

const PASSAGES_A_PAGE = 30

let store: Store
let space: SearchSpace
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
        changeDocument(tx, store.queue, store.tenant, document.id, { visibility: 'restricted' }),
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

const query = (indexed: boolean, groupIds: string[] | null = null) => ({
  queries: [],
  space: { ...space, indexed },
  vector: '[1,0.2,0.1]',
  similarityBaseline: 0,
  groupIds,
})

/** How often a search scans an HNSW index, and whether sorting is on after it. */
const scansOf = (indexed: boolean, groupIds: string[] | null = null) =>
  asReader(store, async (tx) => {
    const before = await scansSoFar(tx)
    await candidatesStatement(query(indexed, groupIds)).execute(tx)
    const after = await scansSoFar(tx)
    return { scans: after.scans - before.scans, sort: after.sort }
  })

/** Of this connection. */
async function scansSoFar(tx: TenantTransaction) {
  const { rows } = await sql<{ scans: number; sort: string }>`
    select sum(pg_stat_get_xact_numscans(oid))::int as scans, current_setting('enable_sort') as sort
    from pg_class where relname like 'indexed_vectors_hnsw_%'`.execute(tx)
  return rows[0] ?? { scans: Number.NaN, sort: '' }
}

test('the statement of an indexed space uses its index, the exact one does not', async () => {
  expect(await scansOf(true)).toEqual({ scans: 1, sort: 'on' })
  expect(await scansOf(false)).toEqual({ scans: 0, sort: 'on' })
})

test('the few passages of a group are sorted', async () => {
  expect(await scansOf(true, [groupId])).toEqual({ scans: 0, sort: 'on' })
})

test('another tenant finds nothing in the index of a space, though it names it', async () => {
  const other = await seedTenant(store.worker.db)
  const found = await runAsTenant(store.api.db, other, candidatesStatement(query(true)))
  expect(found).toEqual([])
})

test('one plan serves every indexed space', () => {
  const other = { ...space, id: newId(), dimensions: 7, copied: false }
  const texts = [space, other].map(
    (each) =>
      candidatesStatement({ ...query(true), space: { ...each, indexed: true } }).compile(
        store.api.db,
      ).sql,
  )
  expect(texts[0]).toBe(texts[1])
})

test('both forms find the nearest readable passages', async () => {
  const [exact, indexed] = await Promise.all(
    [false, true].map((form) => asReader(store, (tx) => findCandidates(tx, query(form)))),
  )
  expect(indexed).toHaveLength(100)
  const nearest = (found: typeof exact) => found?.map(({ vectorScore }) => vectorScore).toSorted()
  expect(nearest(indexed)).toEqual(nearest(exact))
})

test('an exact search follows where the index yields too few of a group', async () => {
  const found = await asReader(store, (tx) => findCandidates(tx, query(true, [groupId])))
  expect(found).toHaveLength(PASSAGES_A_PAGE)
  const documents = await asReader(store, async (tx) => {
    const { rows } = await sql<{ document_id: string }>`
      select distinct document_id from readable_passages
      where id = any(${found.map(({ passageId }) => passageId)}::uuid[])`.execute(tx)
    return rows
  })
  expect(documents).toEqual([{ document_id: inGroup }])
})
