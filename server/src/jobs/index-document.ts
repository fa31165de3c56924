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

export async function startIndexing(deps: WorkerDeps): Promise<void> {
  await deps.queue.work<IndexDocumentJob>(
    'index-document',
    { localConcurrency: deps.concurrency, pollingIntervalSeconds: 1 },
    async ([job]) => {
      if (!job) return
      try {
        await indexDocument(deps, job.data, job.signal)
      } catch (error) {
        deps.log.warn(
          {
            job: job.name,
            job_id: job.id,
            attempt: job.retryCount + 1,
            knowledge_base_id: job.data.knowledgeBaseId,
            document_id: job.data.documentId,
            ...errorFields(error),
          },
          'a document was not indexed',
        )
        if (worthAnotherTry(error, job.retryCount + 1)) throw error
        await setAside(deps.db, job.data, reasonFor(error))
      }
    },
  )
  // Jobs whose worker died again and again arrive here.
  await deps.queue.work<IndexDocumentJob>('index-document-failed', async ([job]) => {
    if (job)
      await setAside(deps.db, job.data, 'The worker stopped each time it tried to index this.')
  })
}

function worthAnotherTry(error: unknown, tries: number): boolean {
  if (error instanceof UnreadableDocument) return false
  // A database that is away says nothing about the document.
  return isDatabaseUnavailable(error) || tries < MAX_TRIES
}

const reasonFor = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 500) : 'Unknown error'
