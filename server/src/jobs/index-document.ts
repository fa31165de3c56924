import type { Job } from 'pg-boss'
import type { IndexingDeps } from '../ingestion/index-document.ts'
import { indexDocument, markFailed } from '../ingestion/index-document.ts'
import { UnreadableDocument } from '../parsing/child/document-parser.ts'
import {
  isClash,
  isDatabaseUnavailable,
  isStatementTimeout,
} from '../platform/database/database-errors.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'

/** After this many attempts a document that cannot be indexed is marked failed. */
const MAX_TRIES = 3

export type WorkerDeps = IndexingDeps & { log: Log; concurrency: number }

/** Notifications wake a slot at once; polling covers missed ones. */
const POLLING = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 } as const

/** One job at a time per worker slot, so that a document that kills its worker affects few others. */
export async function startIndexing(deps: WorkerDeps): Promise<void> {
  for (let slot = 0; slot < deps.concurrency; slot += 1) await startSlot(deps)
  // Jobs whose worker died repeatedly end up here.
  await deps.queue.work<IndexDocumentJob>('index-document-failed', async ([job]) => {
    if (!job) return
    await markFailed(deps.db, job.data, 'The worker stopped each time it tried to index this.')
    deps.metrics.indexedDocuments.inc({ outcome: 'failed' })
  })
}

async function startSlot(deps: WorkerDeps): Promise<void> {
  const slot: string = await deps.queue.work<IndexDocumentJob>(
    'index-document',
    POLLING,
    async ([job]) => {
      // Where there was one job there may be another, so look again at once.
      deps.queue.notifyWorker(slot)
      if (job) await runJob(deps, job)
    },
  )
}

async function runJob(deps: WorkerDeps, job: Job<IndexDocumentJob>): Promise<void> {
  const tries = job.retryCount + 1
  try {
    await indexDocument(deps, job.data, job.signal)
  } catch (error) {
    deps.log.warn(
      {
        job: job.name,
        job_id: job.id,
        attempt: tries,
        knowledge_base_id: job.data.knowledgeBaseId,
        document_id: job.data.documentId,
        ...errorFields(error),
      },
      'a document was not indexed',
    )
    if (worthAnotherTry(error, tries)) throw error
    await markFailed(deps.db, job.data, reasonFor(error))
    deps.metrics.indexedDocuments.inc({ outcome: 'failed' })
  }
}

/** The queue has its own limit on attempts as well. */
export function worthAnotherTry(error: unknown, tries: number): boolean {
  if (error instanceof UnreadableDocument) return false
  // An unavailable database or a lock conflict says nothing about the document.
  const isNoFault = isDatabaseUnavailable(error) || isStatementTimeout(error) || isClash(error)
  return isNoFault || tries < MAX_TRIES
}

const reasonFor = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 500) : 'Unknown error'
