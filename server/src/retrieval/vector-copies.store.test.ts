import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../test/support/store/store.ts'
import { changeDocument, deleteDocument } from '../knowledge/documents.ts'
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { createLog } from '../platform/log.ts'
import { toHalfvecBinary } from '../text/vector-text.ts'
import type { SearchQuery, SearchRow } from './search-statement.ts'
import { search } from './search-statement.ts'
import type { VectorCopies } from './vector-copies.ts'
import { createVectorCopies, MIN_PASSAGES } from './vector-copies.ts'
import type { SearchSpace } from './vector-search.ts'

const PAGES = 5
const vector = toHalfvecBinary(Float32Array.of(1, 0.2, 0.1))

let store: Store
let space: SearchSpace
let documentIds: string[]
beforeAll(async () => {
  store = await openStore()
  space = await asWorker(store, activeSpace)
  // Enough to be copied, also after two pages went.
  documentIds = await indexPages(store.tenant, (2 * MIN_PASSAGES) / PAGES)
})
afterAll(() => store.close())

/** With vectors in all directions. */
async function indexPages(tenant: Tenant, passages: number): Promise<string[]> {
  const texts = Array.from({ length: passages }, (_, number) => `passage ${number}`)
  const ids: string[] = []
  for (let number = 0; number < PAGES; number += 1) {
    const { id } = await indexPage(store, page(`https://a.test/${number}`), texts, tenant)
    ids.push(id)
  }
  await asWorker(
    store,
    (tx) =>
      sql`update passage_vectors v set embedding = ('[' || array_to_string(array[
            sin(p.n), cos(p.n * 7), sin(p.n * 3)], ',') || ']')::halfvec
          from (select passage_id, row_number() over (order by passage_id) as n
                from passage_vectors) p
          where p.passage_id = v.passage_id`.execute(tx),
    tenant,
  )
  return ids
}

const newCopies = (megabytes = 10, log = createLog('silent')): VectorCopies => {
  const copies = createVectorCopies(store.api.db, megabytes, log)
  if (!copies) throw new Error('Copies are switched off.')
  return copies
}

const ask = (copies?: VectorCopies, change: Partial<SearchQuery> = {}): Promise<SearchRow[]> =>
  search(
    store.api.db,
    store.tenant,
    {
      queries: [{ language: 'en', terms: [] }],
      space,
      vector,
      similarityBaseline: 0,
      groupIds: null,
      hiddenDocumentIds: [],
      limit: 100,
      wantsCandidates: true,
      ...change,
    },
    copies,
  )

const nearest = (copies: VectorCopies) => copies.nearest(store.tenant, space, vector, 100)

/** Asks until there is a copy. */
async function fill(copies: VectorCopies): Promise<void> {
  await vi.waitUntil(() => nearest(copies) !== undefined, { timeout: 20_000, interval: 1 })
}

/** To be compared with what was found in another way: scores are the same but for rounding. */
const alike = (rows: readonly SearchRow[]): unknown[] =>
  rows.map((row) => ({ ...row, vector_score: expect.closeTo(row.vector_score, 5) }))
const ids = (rows: readonly SearchRow[]) => rows.map(({ id }) => id)

test('a copy finds what PostgreSQL finds', async () => {
  const copies = newCopies()
  await fill(copies)
  const rows = await ask(copies)
  expect(rows).toHaveLength(100)
  expect(rows).toEqual(alike(await ask()))
  expect(nearest(copies)).toBeDefined()
})

test('few searches make no copy', async () => {
  const copies = newCopies()
  const asked = Array.from({ length: 31 }, () => nearest(copies))
  await ask()
  expect(asked).not.toContainEqual(expect.anything())
  expect(nearest(copies)).toBeUndefined()
})

const CHANGES: [string, () => Promise<unknown>][] = [
  ['a new page', () => indexPage(store, page('https://a.test/new'), ['new'])],
  [
    'a page that is restricted',
    () =>
      asWorker(store, (tx) =>
        changeDocument(tx, store.queue, store.tenant, documentIds[0] ?? '', {
          visibility: 'restricted',
        }),
      ),
  ],
  [
    'a page that is deleted',
    () =>
      asWorker(store, (tx) => deleteDocument(tx, store.queue, store.tenant, documentIds[1] ?? '')),
  ],
  [
    'vectors that are made again',
    () =>
      asWorker(store, (tx) =>
        sql`update passage_vectors set embedding = '[-1,0,1]' where document_id = ${documentIds[2]}`.execute(
          tx,
        ),
      ),
  ],
]

test.each(CHANGES)('%s is seen by the next search', async (_, change) => {
  const copies = newCopies()
  await fill(copies)
  const before = await ask(copies)
  await change()
  const after = await ask(copies)
  expect(after).toEqual(alike(await ask()))
  expect(ids(after)).not.toEqual(ids(before))
  // What is outdated is not asked again.
  expect(nearest(copies)).toBeUndefined()
})

test('what was not committed when the copy was made is seen once it is', async () => {
  const copies = newCopies()
  const before = await ask()
  const nearestId = before.find(({ vector_rank }) => vector_rank === 1)?.document_id ?? ''
  await asWorker(store, async (tx) => {
    await sql`update passage_vectors set embedding = '[-1,-1,-1]'
              where document_id = ${nearestId}`.execute(tx)
    // One that began later and has ended: the copy does not have all up to here.
    await seedTenant(store.worker.db)
    await fill(copies)
    expect(ids(await ask(copies))).toEqual(ids(before))
  })
  const after = await ask(copies)
  expect(after).toEqual(alike(await ask()))
  expect(ids(after)).not.toEqual(ids(before))
})

test('a copy is kept when nothing is relevant', async () => {
  const copies = newCopies()
  await fill(copies)
  const rows = await ask(copies, { wantsCandidates: false, similarityBaseline: 0.9999 })
  expect(rows.filter(({ content }) => content !== null)).toEqual([])
  expect(nearest(copies)).toBeDefined()
})

test('changes of other knowledge bases leave a copy as it is', async () => {
  const copies = newCopies()
  await fill(copies)
  await indexPage(
    store,
    page('https://b.test/'),
    ['another passage'],
    await seedTenant(store.worker.db),
  )
  await ask(copies)
  expect(nearest(copies)).toBeDefined()
})

test('what is too small, or larger than the memory, is not copied', async () => {
  const other = await seedTenant(store.worker.db)
  await indexPages(other, 3)
  const small = await asWorker(store, activeSpace, other)
  const copies = newCopies()
  const tooSmall = newCopies(0.1)
  for (let searches = 0; searches < 200; searches += 1) {
    expect(copies.nearest(other, small, vector, 100)).toBeUndefined()
    expect(nearest(tooSmall)).toBeUndefined()
    await store.api.db.selectNoFrom(sql`1`.as('one')).execute()
  }
  expect(createVectorCopies(store.api.db, 0, createLog('silent'))).toBeUndefined()
})

test('what cannot be read is not tried again and again', async () => {
  const log = createLog('silent')
  const warn = vi.spyOn(log, 'warn')
  const copies = newCopies(10, log)
  const nobody = { workspaceId: 'not an id', knowledgeBaseId: 'not an id' }
  for (let searches = 0; searches < 200; searches += 1) {
    expect(copies.nearest(nobody, space, vector, 100)).toBeUndefined()
    await store.api.db.selectNoFrom(sql`1`.as('one')).execute()
  }
  expect(warn).toHaveBeenCalledOnce()
})
