import type { Job, JobResult } from 'pg-boss'
import type { IndexingDeps, IndexingOptions } from '../ingestion/index-document.ts'
import { indexDocuments, markFailed } from '../ingestion/index-document.ts'
import { UnreadableDocument } from '../parsing/child/document-parser.ts'
import {
  isClash,
  isDatabaseUnavailable,
  isStatementTimeout,
} from '../platform/database/database-errors.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { FIRST_PRIORITY, queueAllIndexing } from '../knowledge/queue-indexing.ts'
import { toGroups } from './index-groups.ts'
import type { Slots } from './slots.ts'

/** After this many attempts a document that cannot be indexed is marked failed. */
const MAX_TRIES = 3

export type WorkerDeps = IndexingDeps & { log: Log; stopSignal: AbortSignal }
export type IndexingWorkerDeps = WorkerDeps & {
  slots: Slots
  concurrency: number
}

/** Taken from the queue at once by a slot. */
const JOBS_TOGETHER = 16
/** By the slot that is kept for knowledge bases with few documents: it should soon be free again. */
const FIRST_TOGETHER = 4
/** What a slot has not begun by then goes back to the queue: a batch must end before its jobs expire. */
const HOLD_MS = 60_000

export async function startIndexing(deps: IndexingWorkerDeps): Promise<void> {
  const untilLate = () => {
    const deadlineMs = performance.now() + HOLD_MS
    return () => deps.stopSignal.aborted || performance.now() > deadlineMs
  }
  await deps.slots.startTogether('index-document', {
    slots: deps.concurrency,
    batchSize: JOBS_TOGETHER,
    run: (jobs) => runJobs(deps, jobs, { isLate: untilLate() }),
  })
  // While the others work off what one knowledge base has queued, a document of another need not wait.
  await deps.slots.startTogether('index-document', {
    slots: 1,
    batchSize: FIRST_TOGETHER,
    minPriority: FIRST_PRIORITY,
    run: (jobs) => runJobs(deps, jobs, { isLate: untilLate() }),
  })
  // Jobs whose worker died repeatedly end up here.
  await deps.slots.start('index-document-failed', 1, async (job) => {
    await markFailed(deps.db, job.data, 'The worker stopped each time it tried to index this.')
    deps.metrics.indexedDocuments.inc({ outcome: 'failed' })
  })
}

/** Each job has a result of its own, so that one failing document is alone in being tried again. */
export async function runJobs(
  deps: WorkerDeps,
  jobs: readonly Job<IndexDocumentJob>[],
  { isLate, ...options }: Omit<IndexingOptions, 'signal'> & { isLate: () => boolean },
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const { tenant, jobs: group } of toGroups(jobs)) {
    const ids = group.map(({ data }) => data.documentId)
    const signal = AbortSignal.any(group.map((job) => job.signal))
    const isPutOff = results.length > 0 && isLate()
    const { errors, left } = isPutOff
      ? { errors: new Map<string, unknown>(), left: ids }
      : await indexDocuments(deps, tenant, ids, { ...options, signal, isLate }).catch(
          (error: unknown) => ({
            errors: new Map(ids.map((id) => [id, error])),
            left: [],
          }),
        )
    if (left.length > 0) await queueAgain(deps, tenant, left)
    for (const job of group) results.push(await concludeJob(deps, job, errors))
  }
  return results
}

const queueAgain = (deps: WorkerDeps, tenant: Tenant, documentIds: readonly string[]) =>
  withTenant(deps.db, tenant, (tx) =>
    queueAllIndexing({ tx, queue: deps.queue, tenant }, documentIds),
  )

async function concludeJob(
  deps: WorkerDeps,
  job: Job<IndexDocumentJob>,
  errors: ReadonlyMap<string, unknown>,
): Promise<JobResult> {
  const { id, data } = job
  if (!errors.has(data.documentId)) return { id, status: 'completed' }
  const error = errors.get(data.documentId)
  const tries = job.retryCount + 1
  deps.log.warn(
    {
      job: job.name,
      job_id: id,
      attempt: tries,
      knowledge_base_id: data.knowledgeBaseId,
      document_id: data.documentId,
      ...errorFields(error),
    },
    'a document was not indexed',
  )
  if (worthAnotherTry(error, tries))
    return { id, status: 'failed', output: { message: reasonFor(error) } }
  await markFailed(deps.db, data, reasonFor(error))
  deps.metrics.indexedDocuments.inc({ outcome: 'failed' })
  return { id, status: 'completed' }
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
