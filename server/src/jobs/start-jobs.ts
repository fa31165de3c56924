import { startDeleting } from './delete.ts'
import { startDelivering } from './deliver-webhooks.ts'
import { startEvaluating } from './evaluate.ts'
import { startGrouping } from './group-questions.ts'
import { startIndexing } from './index-document.ts'
import { startSpaceMaintenance } from './maintain-spaces.ts'
import { startReembedding } from './reembed.ts'
import { startStarterRefreshes } from './refresh-starters.ts'
import { startDigests } from './send-digests.ts'
import { createSlots, startWaking } from './slots.ts'
import { startSyncClock } from './start-due-syncs.ts'
import { startSweeping } from './sweep.ts'
import { startSyncing } from './sync-source.ts'
import { startLimitNotices } from './send-limit-notices.ts'
import type { AllWorkerDeps } from './worker-deps.ts'

/** All that a worker does: the jobs of its queues, and what is due by the clock. */
export async function startJobs(workerDeps: AllWorkerDeps): Promise<void> {
  const deps = { ...workerDeps, slots: createSlots(workerDeps.queue, workerDeps.tracing) }
  await startIndexing(deps)
  await startReembedding(deps)
  await startSpaceMaintenance(deps)
  await startStarterRefreshes(deps)
  await startSyncing(deps)
  await startEvaluating(deps)
  await startDelivering(deps)
  await startDeleting(deps)
  startWaking(deps)
  startGrouping(deps)
  startLimitNotices(deps)
  startDigests(deps)
  startSyncClock(deps)
  startSweeping(deps)
}
