import type { SourceBody } from '../../contract/src/admin/sources.ts'
import type { SyncTrigger } from '../../contract/src/admin/syncs.ts'
import { indexDocument } from '../../server/src/ingestion/index-document.ts'
import { createDocumentReader } from '../../server/src/ingestion/reading/document-reader.ts'
import { createHostTurns } from '../../server/src/ingestion/sync/host-turns.ts'
import { runSync } from '../../server/src/ingestion/sync/run-sync.ts'
import { startSync } from '../../server/src/ingestion/sync/start-sync.ts'
import type { SyncDeps } from '../../server/src/ingestion/sync/sync-run.ts'
import { createSource, findSource } from '../../server/src/knowledge/sources.ts'
import type { Embedder } from '../../server/src/models/embedder.ts'
import { createEmbedders } from '../../server/src/models/embedders.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import type { IndexDocumentJob } from '../../server/src/platform/queue.ts'
import type { ScriptedSource } from '../fakes/scripted-source.ts'
import type { Store } from './store.ts'
import { asWorker } from './store.ts'

/** Syncs of scripted sources in a store of the test's own, with an indexer that counts its texts. */
export type Syncing = {
  deps: SyncDeps
  /** Texts that were embedded so far. */
  embedded: string[]
  addSource(script: ScriptedSource, change?: Partial<SourceBody>): Promise<string>
  start(sourceId: string, trigger?: SyncTrigger): Promise<string>
  /** Starts a sync, runs it to its end, and returns it. */
  sync(sourceId: string): ReturnType<typeof readSync>
  run(syncId: string): ReturnType<typeof runSync>
  close(): Promise<void>
}

export async function openSyncing(store: Store): Promise<Syncing> {
  const embedded: string[] = []
  const scripts = new Map<string, ScriptedSource>()
  const stopping = new AbortController()
  const metrics = createMetrics()
  const reader = createDocumentReader()
  const embedder: Embedder = {
    model: 'test',
    dimensions: 3,
    unrelatedCosine: async () => 0,
    embedPassages: async (texts) => {
      embedded.push(...texts)
      return texts.map(() => Float32Array.from([1, 0, 0]))
    },
    embedQuery: async () => Float32Array.from([1, 0, 0]),
    close: async () => {},
  }
  const embedders = createEmbedders([embedder])
  const indexing = { db: store.worker.db, queue: store.queue, embedders, reader, metrics }
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
    hostTurns: createHostTurns(),
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
      return (await startSync(tx, store.queue, store.tenant, source, trigger)).syncId
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
          visibility_rules: [],
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
        // On a busy machine a lease may run out; another turn goes on, as a worker would.
        if (outcome === 'ended') throw new Error('It has not ended')
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },
    close: () => reader.close(),
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
    const { setAside } = await import('../../server/src/ingestion/set-aside.ts')
    await setAside(deps.db, job, error instanceof Error ? error.message : 'unknown')
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
