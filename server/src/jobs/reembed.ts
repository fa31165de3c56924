import type { ReembeddingDeps } from '../ingestion/reembed.ts'
import { reembed } from '../ingestion/reembed.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { KnowledgeBaseJob } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Slots } from './slots.ts'

/** One slice: knowledge bases alternate, and a stopping worker waits no longer than this. */
const SLICE_MS = 20_000

export type ReembeddingWorkerDeps = ReembeddingDeps & { slots: Slots; log: Log }

export async function startReembedding(deps: ReembeddingWorkerDeps): Promise<void> {
  await deps.slots.start('reembed', 1, (job) => runSlice(deps, job.data, job.signal))
}

async function runSlice(
  deps: ReembeddingWorkerDeps,
  { workspaceId, knowledgeBaseId }: KnowledgeBaseJob,
  signal: AbortSignal,
): Promise<void> {
  const job = { workspaceId, knowledgeBaseId }
  const endMs = performance.now() + SLICE_MS
  const about = { job: 'reembed', knowledge_base_id: knowledgeBaseId }
  try {
    const outcome = await reembed(deps, job, signal, () => performance.now() > endMs)
    if (outcome === 'held') deps.log.info(about, 'the new embedding space awaits its evaluation')
    if (outcome === 'swapped') deps.log.info(about, 'searches use the new embedding space')
    if (outcome === 'unfinished') {
      await withTenant(deps.db, job, (tx) =>
        enqueue(deps.queue, tx, 'reembed', job, knowledgeBaseId),
      )
    }
  } catch (error) {
    deps.log.warn({ ...about, ...errorFields(error) }, 're-embedding stopped and will be resumed')
    throw error
  }
}
