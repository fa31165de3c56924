import type { Job, JobResult } from 'pg-boss'
import type { IndexingDeps } from '../ingestion/index-document.ts'
import { indexDocument } from '../ingestion/index-document.ts'
import { UnreadableDocument } from '../ingestion/reading/document-reader.ts'
import { setAside } from '../ingestion/set-aside.ts'
import { isDatabaseUnavailable } from '../platform/database-errors.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { IndexDocumentJob, Queue } from '../platform/queue.ts'

/** After this many tries a document whose content cannot be indexed is set aside; others go on. */
const MAX_TRIES = 3

export type WorkerDeps = IndexingDeps & { queue: Queue; log: Log; concurrency: number }

/** A full batch is followed by the next at once; waiting for one job at a time took 15 s each. */
const POLLING = {
  batchSize: 4,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 1,
} as const

export async function startIndexing(deps: WorkerDeps): Promise<void> {
  await deps.queue.work<IndexDocumentJob>(
    'index-document',
    { ...POLLING, localConcurrency: deps.concurrency, perJobResults: true },
    async (jobs) => {
      const results: JobResult[] = []
      for (const job of jobs) results.push(await runJob(deps, job))
      return results
    },
  )
  // Jobs whose worker died again and again arrive here.
  await deps.queue.work<IndexDocumentJob>('index-document-failed', async ([job]) => {
    if (job)
      await setAside(deps.db, job.data, 'The worker stopped each time it tried to index this.')
  })
}

async function runJob(deps: WorkerDeps, job: Job<IndexDocumentJob>): Promise<JobResult> {
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
    if (worthAnotherTry(error, tries)) return { id: job.id, status: 'failed' }
    await setAside(deps.db, job.data, reasonFor(error))
    deps.metrics.indexedDocuments.inc({ outcome: 'failed' })
  }
  return { id: job.id, status: 'completed' }
}

function worthAnotherTry(error: unknown, tries: number): boolean {
  if (error instanceof UnreadableDocument) return false
  // A database that is away says nothing about the document.
  return isDatabaseUnavailable(error) || tries < MAX_TRIES
}

const reasonFor = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 500) : 'Unknown error'
