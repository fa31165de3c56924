import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore, page } from '../../../test/support/store/store.ts'
import { findDocument } from '../knowledge/documents.ts'
import { putDocument, putDocuments } from '../knowledge/put-document.ts'
import type { Embedder } from '../models/embedding/embedder.ts'
import { createEmbedders } from '../models/embedding/embedders.ts'
import type { Parse } from '../parsing/child/document-parser.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'
import { startIndexing } from './index-document.ts'
import { createSlots, wakeDue } from './slots.ts'

let store: Store
let large: Tenant
let other: Tenant

beforeAll(async () => {
  store = await openStore()
})
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(store.worker.db)
  large = await seedTenant(store.worker.db)
  other = await seedTenant(store.worker.db)
})
afterAll(() => store.close())

const put = (tenant: Tenant, from: number, count: number) => {
  store.tenant = tenant
  const inputs = Array.from({ length: count }, (_, n) => page(`https://a.test/${from + n}`))
  return asWorker(store, (tx) => putDocuments({ tx, queue: store.queue, tenant }, inputs))
}

const SINGLE = 'A single page.'
const embedder: Embedder = {
  model: 'test',
  dimensions: 3,
  similarityBaseline: async () => 0,
  embedPassages: async (texts) => texts.map(() => Float32Array.from([1, 0, 0])),
  embedQuery: async () => Float32Array.from([1, 0, 0]),
  close: async () => {},
}

/** Taken at once by a slot, in no order. */
const TAKEN_TOGETHER = 16

/** The knowledge bases of the jobs, in the order in which slots of the worker take them. */
async function takeAll(): Promise<string[]> {
  const taken: string[] = []
  for (;;) {
    const jobs = await store.queue.fetch<IndexDocumentJob>('index-document', {
      batchSize: TAKEN_TOGETHER,
    })
    if (jobs.length === 0) return taken
    taken.push(...jobs.map(({ data }) => data.knowledgeBaseId))
  }
}

test('a document is indexed after few of those that another knowledge base queued before', async () => {
  for (let from = 0; from < 300; from += 100) await put(large, from, 100)
  await put(other, 0, 1)
  const taken = await takeAll()
  expect(taken).toHaveLength(301)
  // It is indexed after the first documents of the other, which were there before it.
  expect(taken.indexOf(other.knowledgeBaseId)).toBeLessThan(2 * TAKEN_TOGETHER)
})

test('documents that are queued one by one wait for those of other knowledge bases too', async () => {
  await put(large, 0, 100)
  for (let n = 100; n < 110; n += 1) await put(large, n, 1)
  await put(other, 0, 40)
  const taken = await takeAll()
  // Three priorities each.
  expect(taken.lastIndexOf(other.knowledgeBaseId)).toBeLessThan(6 * TAKEN_TOGETHER)
})

test('knowledge bases with many documents share the workers', async () => {
  await put(large, 0, 100)
  await put(other, 0, 100)
  const first = (await takeAll()).slice(0, 64)
  expect(first.filter((id) => id === large.knowledgeBaseId)).toHaveLength(32)
})

test('a knowledge base whose documents are indexed is first again', async () => {
  await put(large, 0, 100)
  await asWorker(store, (tx) => tx.updateTable('documents').set({ state: 'indexed' }).execute())
  await sql`delete from pgboss.job`.execute(store.worker.db)
  await put(other, 0, 100)
  await put(large, 100, 1)
  const taken = await takeAll()
  expect(taken.indexOf(large.knowledgeBaseId)).toBeLessThan(2 * TAKEN_TOGETHER)
})

test('a document is indexed while every other slot is busy with a long queue', async () => {
  await put(large, 0, 100)
  await sql`delete from pgboss.job where priority = 0`.execute(store.worker.db)
  const released = Promise.withResolvers<void>()
  let isHeld = false
  const parse: Parse = async () => {
    const blocks = [{ kind: 'text' as const, start: 0, end: SINGLE.length }]
    const passage = { index: 0, content: SINGLE, headingPath: [], anchor: null, blocks }
    return { title: 'Page', passages: [passage] }
  }
  const slots = createSlots(store.queue)
  await startIndexing({
    db: store.worker.db,
    queue: store.queue,
    embedders: createEmbedders([embedder]),
    metrics: createMetrics(),
    log: createLog('silent'),
    stopSignal: new AbortController().signal,
    slots,
    concurrency: 1,
    parser: {
      async parse(document) {
        if (document.content !== SINGLE) {
          isHeld = true
          await released.promise
        }
        return parse(document)
      },
    },
  })
  const look = () => wakeDue({ db: store.worker.db, slots })
  await expect.poll(async () => look().then(() => isHeld)).toBe(true)
  store.tenant = other
  const { document } = await asWorker(store, (tx) =>
    putDocument(
      { tx, queue: store.queue, tenant: other },
      page('https://a.test/single', { content: SINGLE }),
    ),
  )
  const stateOfSingle = async () => {
    await look()
    return (await asWorker(store, (tx) => findDocument(tx, document.id)))?.state
  }
  await expect.poll(stateOfSingle).toBe('indexed')
  released.resolve()
  await store.queue.offWork('index-document')
})
