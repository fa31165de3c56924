import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../test/support/store/store.ts'
import { activeSpace } from '../knowledge/spaces/embedding-space.ts'
import {
  createSpaceIndexes,
  spacesWithSharedIndex,
} from '../knowledge/spaces/embedding-space-index.ts'
import { INDEX_ABOVE_PASSAGES, maintainSpaces } from '../knowledge/spaces/embedding-space-size.ts'
import { sweepHourly } from './sweep.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
  await indexPage(store, page('https://a.test/1'), ['one', 'two'])
  // As if it were large.
  await asWorker(store, (tx) =>
    tx
      .updateTable('term_statistics')
      .set({ passages: INDEX_ABOVE_PASSAGES + 1 })
      .where('term', '=', 0)
      .execute(),
  )
  await seedTenant(store.worker.db)
})
afterAll(() => store.close())

/** As a version before migration 0063 made it. */
async function makeSharedIndex(): Promise<void> {
  const { id } = await asWorker(store, activeSpace)
  await readRows(
    store,
    `create index passage_vectors_hnsw_${id.replaceAll('-', '')} on passage_vectors
     using hnsw ((embedding::halfvec(3)) halfvec_cosine_ops)
     where space_id = '${id}' and visibility <> 'restricted'`,
  )
}

/** What the sweep queues, taken from the queue. */
async function queued(): Promise<string[]> {
  await sweepHourly({ db: store.worker.db, queue: store.queue })
  const { rows } = await sql<{ key: string }>`
    delete from pgboss.job where name = 'vector-index'
    returning data->>'knowledgeBaseId' as key`.execute(store.worker.db)
  return rows.map(({ key }) => key)
}

const maintain = () =>
  maintainSpaces(
    { db: store.worker.db, indexes: createSpaceIndexes(store.ownerUrl) },
    store.tenant,
    new AbortController().signal,
  )

test('an index on the shared table is moved without a change of its knowledge base', async () => {
  await makeSharedIndex()
  await asWorker(store, (tx) => tx.updateTable('embedding_spaces').set({ indexed: true }).execute())
  expect(await queued()).toEqual([store.tenant.knowledgeBaseId])
  await maintain()
  expect(await asWorker(store, activeSpace)).toMatchObject({ indexed: true, copied: true })
  expect(await spacesWithSharedIndex(store.worker.db)).toEqual([])
  expect(await queued()).toEqual([])
})

test('one that was left when its worker was killed is removed', async () => {
  await makeSharedIndex()
  expect(await queued()).toEqual([store.tenant.knowledgeBaseId])
  await maintain()
  expect(await asWorker(store, activeSpace)).toMatchObject({ indexed: true, copied: true })
  expect(await spacesWithSharedIndex(store.worker.db)).toEqual([])
})
