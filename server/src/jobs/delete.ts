import { removeKnowledgeBase } from '../knowledge/deletion/delete-knowledge-base.ts'
import { removeWorkspace } from '../knowledge/deletion/delete-workspace.ts'
import type { SpaceCopyDeps } from '../knowledge/spaces/embedding-space-copy.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { KnowledgeBaseJob, Queue } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import { withTenant, withWorkspace } from '../platform/database/tenant.ts'
import type { Slots } from './slots.ts'

/** One slice: large knowledge bases alternate with others, and a stopping worker waits no longer. */
const SLICE_MS = 20_000
/** How often a workspace checks whether its knowledge bases are gone. */
const LOOK_AGAIN_SECONDS = 1

export type DeletionWorkerDeps = SpaceCopyDeps & { queue: Queue; slots: Slots; log: Log }

export async function startDeleting(deps: DeletionWorkerDeps): Promise<void> {
  await deps.slots.start('delete-knowledge-base', 1, async (job) => {
    const { workspaceId, knowledgeBaseId } = job.data
    await report(deps.log, { job: job.name, knowledge_base_id: knowledgeBaseId }, () =>
      runSlice(deps, { workspaceId, knowledgeBaseId }, job.signal),
    )
  })
  await deps.slots.start('delete-workspace', 1, async (job) => {
    const { workspaceId } = job.data
    await report(deps.log, { job: job.name, workspace_id: workspaceId }, async () => {
      const outcome = await removeWorkspace(deps.db, deps.queue, workspaceId)
      if (outcome === 'gone') return outcome
      const later = { delaySeconds: LOOK_AGAIN_SECONDS }
      await withWorkspace(deps.db, workspaceId, (tx) =>
        enqueue(deps.queue, tx, 'delete-workspace', { workspaceId }, workspaceId, later),
      )
      return outcome
    })
  })
}

type Outcome = 'gone' | 'unfinished'

async function runSlice(
  deps: DeletionWorkerDeps,
  tenant: KnowledgeBaseJob,
  signal: AbortSignal,
): Promise<Outcome> {
  const endMs = performance.now() + SLICE_MS
  const isTimeUp = () => signal.aborted || performance.now() > endMs
  const outcome = await removeKnowledgeBase(deps, tenant, isTimeUp)
  if (outcome === 'unfinished') {
    await withTenant(deps.db, tenant, (tx) =>
      enqueue(deps.queue, tx, 'delete-knowledge-base', tenant, tenant.knowledgeBaseId),
    )
  }
  return outcome
}

async function report(log: Log, about: object, work: () => Promise<Outcome>): Promise<void> {
  try {
    if ((await work()) === 'gone') log.info(about, 'a deletion is complete')
  } catch (error) {
    log.warn({ ...about, ...errorFields(error) }, 'a deletion stopped and will be resumed')
    throw error
  }
}
