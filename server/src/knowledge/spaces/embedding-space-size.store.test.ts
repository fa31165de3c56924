import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patchFirstSource } from '../../../../test/support/store/patch-source.ts'
import { createReembedding } from '../../../../test/support/store/reembedding.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../../test/support/store/store.ts'
import { newId } from '../../platform/new-id.ts'
import { changeDocument } from '../documents.ts'
import { activeSpace } from './embedding-space.ts'
import { startReembedding } from './embedding-space-changes.ts'
import type { SpaceIndexes } from './embedding-space-index.ts'
import { createSpaceIndexes } from './embedding-space-index.ts'
import {
  DROP_BELOW_PASSAGES,
  INDEX_ABOVE_PASSAGES,
  indexBeforeSwap,
  maintainSpaces,
  watchSize,
} from './embedding-space-size.ts'

let store: Store
let indexes: SpaceIndexes
const never = new AbortController().signal

beforeAll(async () => {
  store = await openStore()
  indexes = createSpaceIndexes(store.ownerUrl)
  await indexPage(store, page('https://a.test/1'), ['one', 'two', 'three'])
})
afterAll(() => store.close())

/** As if the knowledge base had that many passages. */
const pretendPassages = (passages: number) =>
  asWorker(store, (tx) =>
    tx.updateTable('term_statistics').set({ passages }).where('term', '=', 0).execute(),
  )

const tidy = () => maintainSpaces({ db: store.worker.db, indexes }, store.tenant, never)
const isIndexed = async () => (await asWorker(store, activeSpace)).indexed

async function hnswIndexes(): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname like 'indexed_vectors_hnsw_%'`.execute(store.worker.db)
  return rows
}

const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'vector-index' and state = 'created'`.execute(store.worker.db)
  return rows[0]?.count
}

/** Sessions that build an index, as the server sees them. */
const builders = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database()
      and application_name = 'footnote_vector_index'`.execute(store.worker.db)
  return rows[0]?.count
}

test('an index is built above one size and dropped below a smaller one', async () => {
  const steps = [
    [INDEX_ABOVE_PASSAGES, false],
    [INDEX_ABOVE_PASSAGES + 1, true],
    [DROP_BELOW_PASSAGES + 1, true],
    [DROP_BELOW_PASSAGES, false],
    [INDEX_ABOVE_PASSAGES, false],
  ] as const
  for (const [passages, expected] of steps) {
    await pretendPassages(passages)
    await tidy()
    expect(await isIndexed(), String(passages)).toBe(expected)
    expect(await hnswIndexes(), String(passages)).toHaveLength(expected ? 1 : 0)
  }
})

test('work is queued only when the size asks for another search', async () => {
  const watch = () =>
    asWorker(store, (tx) => watchSize({ tx, queue: store.queue, tenant: store.tenant }))
  await pretendPassages(INDEX_ABOVE_PASSAGES)
  await watch()
  expect(await waiting()).toBe(0)
  await pretendPassages(INDEX_ABOVE_PASSAGES + 1)
  await watch()
  await watch()
  expect(await waiting()).toBe(1)
})

test('a document that passes the size queues the work as it is indexed', async () => {
  await sql`delete from pgboss.job where name = 'vector-index'`.execute(store.worker.db)
  const base = createReembedding(store)
  await pretendPassages(INDEX_ABOVE_PASSAGES - 1)
  await base.write(11, 'first')
  expect(await waiting()).toBe(0)
  await base.write(12, 'second')
  expect(await waiting()).toBe(1)
})

test('an index left unfinished by a killed worker is rebuilt', async () => {
  const { id } = await asWorker(store, activeSpace)
  await indexes.createTable(id)
  // An index is finished only when every transaction that may not see it has ended.
  const reader = new pg.Client({ connectionString: store.ownerUrl })
  await reader.connect()
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from passage_vectors')
  const killed = new AbortController()
  const building = indexes.create({ id, dimensions: 3 }, killed.signal)
  while ((await hnswIndexes()).length === 0) await sleep(10)
  killed.abort()
  await expect(building).rejects.toThrow(/terminated/)
  await expect.poll(builders, { timeout: 15_000 }).toBe(0)
  await reader.end()
  expect(await hnswIndexes()).toMatchObject([{ valid: false }])
  await indexes.create({ id, dimensions: 3 }, never)
  expect(await hnswIndexes()).toMatchObject([{ valid: true }])
})

test('two vector indexes, of whichever spaces, are never made or dropped at once', async () => {
  const { id } = await asWorker(store, activeSpace)
  await indexes.drop(id)
  await indexes.createTable(id)
  const reader = new pg.Client({ connectionString: store.ownerUrl })
  await reader.connect()
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from passage_vectors')
  const building = indexes.create({ id, dimensions: 3 }, never)
  while ((await hnswIndexes()).length === 0) await sleep(10)
  const other = newId()
  await expect(indexes.create({ id: other, dimensions: 3 }, never)).rejects.toThrow('Another')
  await expect(indexes.drop(id)).rejects.toThrow('Another')
  // A space without an index has nothing to wait for.
  await indexes.drop(other)
  await reader.query('commit')
  await building
  await reader.end()
  expect(await hnswIndexes()).toMatchObject([{ valid: true }])
})

type Visibility = 'restricted' | 'public'

const changeOne = (documentId: string) => (visibility: Visibility) =>
  asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, documentId, { visibility }),
  )

const changeRules = () => (visibility: Visibility) => patchFirstSource(store, { visibility })

test.each([
  ['one by one', changeOne],
  ['by the rules of their source', changeRules],
])('documents that may be read again, %s, queue the work as they pass the size', async (_, by) => {
  const url = `https://a.test/hidden-${by.name}`
  const { id } = await indexPage(store, page(url, { visibility: null }), ['four', 'five'])
  const show = by(id)
  await show('restricted')
  await pretendPassages(INDEX_ABOVE_PASSAGES - 1)
  await sql`delete from pgboss.job where name = 'vector-index'`.execute(store.worker.db)
  await show('public')
  expect(await waiting()).toBe(1)
})

test('a large space is indexed before searches move to it', async () => {
  await asWorker(store, (tx) =>
    startReembedding(
      { tx, queue: store.queue, tenant: store.tenant },
      { model: 'other', dimensions: 4 },
    ),
  )
  await pretendPassages(INDEX_ABOVE_PASSAGES + 1)
  await indexBeforeSwap({ db: store.worker.db, indexes }, store.tenant, never)
  const spaces = await asWorker(store, (tx) =>
    tx
      .selectFrom('embedding_spaces')
      .select(['model', 'indexed'])
      .where('state', '=', 'building')
      .execute(),
  )
  expect(spaces).toEqual([{ model: 'other', indexed: true }])
  expect(await hnswIndexes()).toHaveLength(2)
})

test('the index of a discarded space goes with it', async () => {
  await asWorker(store, (tx) =>
    tx
      .updateTable('embedding_spaces')
      .set({ state: 'discarded' })
      .where('state', '=', 'building')
      .execute(),
  )
  await tidy()
  expect(await hnswIndexes()).toHaveLength(1)
})
