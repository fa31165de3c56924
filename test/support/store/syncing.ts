import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { SyncTrigger } from '../../../contract/src/admin/syncs.ts'
import type { Connector } from '../../../server/src/connectors/connector.ts'
import { indexDocument } from '../../../server/src/ingestion/index-document.ts'
import { createDocumentParser } from '../../../server/src/parsing/child/document-parser.ts'
import { createPerHostLimit } from '../../../server/src/ingestion/sync/per-host-limit.ts'
import { runSync } from '../../../server/src/ingestion/sync/run-sync.ts'
import { startSync } from '../../../server/src/ingestion/sync/start-sync.ts'
import type { SyncDeps } from '../../../server/src/ingestion/sync/sync-run.ts'
import type { NewSource } from '../../../server/src/sources/sources.ts'
import { createSource, findSource } from '../../../server/src/sources/sources.ts'
import type { Embedder } from '../../../server/src/models/embedding/embedder.ts'
import { createEmbedders } from '../../../server/src/models/embedding/embedders.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { createMetrics } from '../../../server/src/platform/metrics.ts'
import type { IndexDocumentJob } from '../../../server/src/platform/queue.ts'
import { seedTenant } from './seed.ts'
import type { Store } from './store.ts'
import { asWorker, openStore } from './store.ts'

/** Syncs of sources in a store of the test's own, with an indexer that counts its texts. */
export type Syncing = {
  deps: SyncDeps
  /** Texts that were embedded so far. */
  embedded: string[]
  addSource(script: Connector, change?: Partial<NewSource>): Promise<string>
  start(sourceId: string, trigger?: SyncTrigger): Promise<string>
  /** Starts a sync, runs it to its end, and returns it. */
  sync(sourceId: string): ReturnType<typeof readSync>
  run(syncId: string): ReturnType<typeof runSync>
  close(): Promise<void>
}

/** A store, and syncs in it, for all tests of a file. Each test has a tenant of its own. */
export function useSyncing(opened: (scene: { store: Store; syncing: Syncing }) => void): void {
  let store: Store
  let syncing: Syncing
  beforeAll(async () => {
    store = await openStore()
    syncing = await openSyncing(store)
    opened({ store, syncing })
  })
  beforeEach(async () => {
    store.tenant = await seedTenant(store.worker.db)
    syncing.embedded.length = 0
  })
  afterAll(async () => {
    await syncing.close()
    await store.close()
  })
}

/** The content of a page, long enough to be told from others. */
export const textAbout = (subject: string): string =>
  `# ${subject}\n\nAll there is to say about ${subject}, and how it is turned, oiled and replaced.`

/** Allowed, but 5,700 bytes that do not compress: more than an index row holds. */
export const UNSTORABLE_URL = `https://docs.example.com/${String.fromCodePoint(
  ...Array.from({ length: 1900 }, (_, index) => 0x4e00 + ((index * index * 7919) % 20_000)),
)}`

export async function openSyncing(store: Store): Promise<Syncing> {
  const embedded: string[] = []
  const scripts = new Map<string, Connector>()
  const stopping = new AbortController()
  const metrics = createMetrics()
  const parser = createDocumentParser()
  const embedder: Embedder = {
    model: 'test',
    dimensions: 3,
    similarityBaseline: async () => 0,
    embedPassages: async (texts) => {
      embedded.push(...texts)
      return texts.map(() => Float32Array.from([1, 0, 0]))
    },
    embedQuery: async () => Float32Array.from([1, 0, 0]),
    close: async () => {},
  }
  const embedders = createEmbedders([embedder])
  const indexing = { db: store.worker.db, queue: store.queue, embedders, parser, metrics }
  await store.queue.work<IndexDocumentJob>(
    'index-document',
    { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 },
    async (jobs) => {
      for (const job of jobs) await indexOne(indexing, job.data, job.signal)
    },
  )
  const deps: SyncDeps = {
    db: store.worker.db,
    queue: store.queue,
    metrics,
    log: createLog('silent'),
    perHostLimit: createPerHostLimit(),
    processLock: () => null,
    stopSignal: stopping.signal,
    openConnector: async (_, { sourceId }) => {
      const script = scripts.get(sourceId)
      if (!script) throw new Error('No script for this source')
      return script
    },
  }
  const run = (syncId: string) => runSync(deps, { ...store.tenant, syncId })
  const start = (sourceId: string, trigger: SyncTrigger = 'manual') =>
    asWorker(store, async (tx) => {
      const source = await findSource(tx, sourceId)
      return (await startSync({ tx, queue: store.queue, tenant: store.tenant }, source, trigger))
        .syncId
    })
  return {
    deps,
    embedded,
    start,
    run,
    async addSource(script, change = {}) {
      const source = await asWorker(store, (tx) =>
        createSource(tx, store.tenant.knowledgeBaseId, {
          name: 'Docs',
          settings: {
            type: 'website',
            url: 'https://docs.example.com/',
            include: [],
            exclude: [],
            max_pages: 1000,
            render: false,
          },
          group_id: null,
          schedule: null,
          visibility: 'public',
          rules: [],
          ...change,
        }),
      )
      scripts.set(source.id, script)
      return source.id
    },
    async sync(sourceId) {
      const syncId = await start(sourceId)
      for (;;) {
        const outcome = await run(syncId)
        const sync = await readSync(store, syncId)
        if (sync.state !== 'running') return sync
        // On a busy machine a lease may expire; another run continues, as a worker would.
        if (outcome === 'ended') throw new Error('It has not ended')
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },
    close: () => parser.close(),
  }
}

/** As the job does, without its tries. */
async function indexOne(
  deps: Parameters<typeof indexDocument>[0],
  job: IndexDocumentJob,
  signal: AbortSignal,
): Promise<void> {
  try {
    await indexDocument(deps, job, signal)
  } catch (error) {
    const { markFailed } = await import('../../../server/src/ingestion/index-document.ts')
    await markFailed(deps.db, job, error instanceof Error ? error.message : 'unknown')
  }
}

/** A sync with its pages, as `state reason` by key. */
export const readSync = (store: Store, syncId: string) =>
  asWorker(store, async (tx) => {
    const sync = await tx
      .selectFrom('syncs')
      .selectAll()
      .where('id', '=', syncId)
      .executeTakeFirstOrThrow()
    const rows = await tx
      .selectFrom('sync_pages')
      .select(['key', 'state', 'reason'])
      .where('sync_id', '=', syncId)
      .orderBy('key')
      .execute()
    const pages = Object.fromEntries(rows.map(({ key, state }) => [key, state]))
    const reasons = Object.fromEntries(rows.map(({ key, reason }) => [key, reason]))
    return { ...sync, pages, reasons }
  })

export const readDocuments = (store: Store) =>
  asWorker(store, (tx) =>
    tx
      .selectFrom('documents')
      .select(['id', 'url', 'source_key', 'visibility', 'state', 'passage_count'])
      .orderBy('url')
      .execute(),
  )
