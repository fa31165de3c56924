import type { DiffingDeps } from '../answering/diffing/run-diff.ts'
import { runDiff } from '../answering/diffing/run-diff.ts'
import { beginDiff, endDiff, stayAlive } from '../evaluations/diffs/run.ts'
import type { IndexingDeps } from '../ingestion/index-document.ts'
import { indexOverlay } from '../ingestion/index-overlay.ts'
import { UnreadableDocument } from '../parsing/child/document-parser.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { DiffJob } from '../platform/queue.ts'
import type { Slots } from './slots.ts'

/** In one worker: readers' answers and indexing want the processor too. */
const AT_ONCE = 1

export type DiffWorkerDeps = DiffingDeps &
  Pick<IndexingDeps, 'embedders' | 'parser'> & { slots: Slots; log: Log; stopSignal: AbortSignal }

export async function startDiffing(deps: DiffWorkerDeps): Promise<void> {
  await deps.slots.start('diff-answers', AT_ONCE, async (job) => {
    try {
      await diff(deps, job.data, AbortSignal.any([job.signal, deps.stopSignal]))
    } catch (error) {
      const { knowledgeBaseId, diffId } = job.data
      const about = { job: job.name, knowledge_base_id: knowledgeBaseId, diff_id: diffId }
      deps.log.warn(
        { ...about, ...errorFields(error) },
        'an answer diff stopped and will be resumed',
      )
      throw error
    }
  })
}

async function diff(deps: DiffWorkerDeps, job: DiffJob, signal: AbortSignal): Promise<void> {
  const { diffId, ...named } = job
  const tenant = { workspaceId: named.workspaceId, knowledgeBaseId: named.knowledgeBaseId }
  const run = await withTenant(deps.db, tenant, (tx) => beginDiff(tx, diffId))
  if (!run) return
  const onStored = async () => {
    await withTenant(deps.db, tenant, (tx) => stayAlive(tx, diffId))
  }
  try {
    await indexOverlay(deps, tenant, diffId, { signal, onStored })
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    const reason = `A page cannot be read: ${error.message}`
    return withTenant(deps.db, tenant, (tx) => endDiff(tx, diffId, reason))
  }
  await runDiff(deps, job, run, signal)
}
