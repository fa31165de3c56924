import { dueQuestions, startAnsweringInChannels } from './answer-in-channel.ts'
import { startDeleting } from './delete.ts'
import { dueDeliveries, startDelivering } from './deliver-webhooks.ts'
import { startDiffing } from './diff-answers.ts'
import { startEvaluating } from './evaluate.ts'
import { waitingQuestions } from './group-questions.ts'
import { dueContacts } from './hand-over-contacts.ts'
import { startIndexing } from './index-document.ts'
import { startLooking } from './look-for-work.ts'
import { lostJobs } from './lost-jobs.ts'
import { startSpaceMaintenance } from './maintain-spaces.ts'
import { startReembedding } from './reembed.ts'
import { startStarterRefreshes } from './refresh-starters.ts'
import { startDigests } from './send-digests.ts'
import { createSlots, dueJobs } from './slots.ts'
import { dueSyncs } from './due-syncs.ts'
import { startSweeping } from './sweep.ts'
import { startSyncing } from './sync-source.ts'
import { dueLimitNotices } from './send-limit-notices.ts'
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
  await startDiffing(deps)
  await startDelivering(deps)
  await startAnsweringInChannels(deps)
  await startDeleting(deps)
  startLooking(deps, [
    dueJobs(deps),
    lostJobs(deps),
    dueSyncs(deps),
    dueDeliveries(deps),
    dueQuestions(deps),
    waitingQuestions(deps),
    dueLimitNotices(deps),
    dueContacts(deps),
  ])
  startDigests(deps)
  startSweeping(deps)
}
