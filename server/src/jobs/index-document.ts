import type { Job } from 'pg-boss'
import type { IndexingDeps } from '../ingestion/index-document.ts'
import { indexDocument } from '../ingestion/index-document.ts'
import { UnreadableDocument } from '../ingestion/reading/document-reader.ts'
import { setAside } from '../ingestion/set-aside.ts'
import { isClash, isDatabaseUnavailable, isStatementTimeout } from '../platform/database-errors.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'

/** After this many tries a document whose content cannot be indexed is set aside; others go on. */
const MAX_TRIES = 3

export type WorkerDeps = IndexingDeps & { log: Log; concurrency: number }

/** Notifications wake a lane at once; polling is for those that were missed. */
const POLLING = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 } as const

/** One job at a time in each lane, so that a document which ends its worker takes few others along. */
export async function startIndexing(deps: WorkerDeps): Promise<void> {
  for (let lane = 0; lane < deps.concurrency; lane += 1) await startLane(deps)
  // Jobs whose worker died again and again arrive here.
  await deps.queue.work<IndexDocumentJob>('index-document-failed', async ([job]) => {
    if (job)
      await setAside(deps.db, job.data, 'The worker stopped each time it tried to index this.')
  })
}

async function startLane(deps: WorkerDeps): Promise<void> {
  const lane: string = await deps.queue.work<IndexDocumentJob>(
    'index-document',
    POLLING,
    async ([job]) => {
      // Where there was one job there may be another: look again without waiting.
      deps.queue.notifyWorker(lane)
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
    await setAside(deps.db, job.data, reasonFor(error))
    deps.metrics.indexedDocuments.inc({ outcome: 'failed' })
  }
}

/** Beyond these tries the queue has an end of its own. */
export function worthAnotherTry(error: unknown, tries: number): boolean {
  if (error instanceof UnreadableDocument) return false
  // A database that is away, or a wait for others who write, says nothing about the document.
  const isNoFault = isDatabaseUnavailable(error) || isStatementTimeout(error) || isClash(error)
  return isNoFault || tries < MAX_TRIES
}

const reasonFor = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 500) : 'Unknown error'
