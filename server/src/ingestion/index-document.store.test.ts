import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore, page } from '../../../test/support/store/store.ts'
import { deleteDocument, findDocument } from '../knowledge/documents.ts'
import { putDocument } from '../knowledge/put-document.ts'
import { indexAgain } from '../knowledge/queue-indexing.ts'
import type { Embedder } from '../models/embedding/embedder.ts'
import { createEmbedders } from '../models/embedding/embedders.ts'
import { createMetrics } from '../platform/metrics.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { IndexingDeps } from './index-document.ts'
import { indexDocument } from './index-document.ts'
import { UnreadableDocument } from '../parsing/unreadable-document.ts'

const URL = 'https://a.test/page'
const BROKEN = 'broken'

let store: Store
let deps: IndexingDeps
let onRead: () => void
let embedded = 0

beforeAll(async () => {
  store = await openStore()
  deps = {
    db: store.worker.db,
    queue: store.queue,
    embedders: createEmbedders([embedder]),
    metrics: createMetrics(),
    parser: {
      async parse({ content }) {
        onRead()
        if (content === BROKEN) throw new UnreadableDocument('it is broken')
        const text = content.toString()
        const blocks = [{ kind: 'text' as const, start: 0, end: text.length }]
        const passage = { index: 0, content: text, headingPath: [], anchor: null, blocks }
        return { title: 'Page', passages: [passage] }
      },
    },
  }
})
beforeEach(async () => {
  onRead = () => undefined
  store.tenant = await seedTenant(store.worker.db)
  await sql`delete from pgboss.job where name = 'index-document'`.execute(store.worker.db)
})
afterAll(() => store.close())

const embedder: Embedder = {
  model: 'test',
  dimensions: 3,
  similarityBaseline: async () => 0,
  embedPassages: async (texts) => {
    embedded += texts.length
    return texts.map(() => Float32Array.from([1, 0, 0]))
  },
  embedQuery: async () => Float32Array.from([1, 0, 0]),
  close: async () => {},
}

const put = (tx: TenantTransaction, content: string) =>
  putDocument({ tx, queue: store.queue, tenant: store.tenant }, page(URL, { content }))

/** As a worker does: the job that is taken is no longer one that waits. */
async function runNext(): Promise<void> {
  const [job] = await store.queue.fetch<IndexDocumentJob>('index-document')
  if (!job) throw new Error('No job waits')
  await indexDocument(deps, job.data, new AbortController().signal)
}

/** The waiting job is taken and reads the document after the change was made, before its commit. */
async function overtake(change: (tx: TenantTransaction) => Promise<unknown>): Promise<void> {
  const read = Promise.withResolvers<void>()
  onRead = read.resolve
  const running = await asWorker(store, async (tx) => {
    await change(tx)
    const job = runNext()
    await read.promise
    return { job }
  })
  await running.job
}

const stored = (documentId: string) =>
  asWorker(store, async (tx) => ({
    state: (await findDocument(tx, documentId))?.state,
    passages: await tx.selectFrom('passages').select('content').execute(),
  }))

const readBlocks = (documentId: string) =>
  asWorker(store, (tx) =>
    tx.selectFrom('passages').select('blocks').where('document_id', '=', documentId).execute(),
  )

test('a document that changes while its job is being taken is indexed with the change', async () => {
  const { document } = await asWorker(store, (tx) => put(tx, 'The first text.'))
  await overtake((tx) => put(tx, 'The second text.'))
  expect((await stored(document.id)).state).toBe('pending')
  await runNext()
  expect(await stored(document.id)).toEqual({
    state: 'indexed',
    passages: [{ content: 'The second text.' }],
  })
})

test('a document indexed before blocks were stored gets them without being embedded again', async () => {
  const { document } = await asWorker(store, (tx) => put(tx, 'The text.'))
  await runNext()
  const before = await readBlocks(document.id)
  await asWorker(store, (tx) => tx.updateTable('passages').set({ blocks: null }).execute())
  embedded = 0
  await asWorker(store, (tx) =>
    indexAgain({ tx, queue: store.queue, tenant: store.tenant }, document.id),
  )
  await runNext()
  expect(await readBlocks(document.id)).toEqual(before)
  expect(before).toEqual([{ blocks: [{ kind: 'text', start: 0, end: 9 }] }])
  expect(embedded).toBe(0)
})

test('a version that cannot be read says nothing about the one that replaces it meanwhile', async () => {
  const { document } = await asWorker(store, (tx) => put(tx, BROKEN))
  await overtake((tx) => put(tx, 'The second text.'))
  await runNext()
  expect((await stored(document.id)).state).toBe('indexed')
  await asWorker(store, (tx) => put(tx, BROKEN))
  await expect(runNext()).rejects.toThrow(UnreadableDocument)
})

test('a document that is deleted while it is read leaves no job behind', async () => {
  const { document } = await asWorker(store, (tx) => put(tx, 'The first text.'))
  await overtake((tx) =>
    deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, document.id),
  )
  await expect(runNext()).rejects.toThrow('No job waits')
})
