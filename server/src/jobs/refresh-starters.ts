import { errorFields } from '../platform/log.ts'
import type { KnowledgeBaseJob, Queue } from '../platform/queue.ts'
import type { StarterDeps } from '../questions/refresh-starters.ts'
import type { CheckingDeps } from '../questions/gaps/check-gaps.ts'
import { checkGaps } from '../questions/gaps/check-gaps.ts'
import { refreshStarters } from '../questions/refresh-starters.ts'

/** A model may take 20 s, and one that hangs must not delay the other knowledge bases. */
const AT_ONCE = 4

export type StarterWorkerDeps = StarterDeps & CheckingDeps & { queue: Queue }

export async function startStarterRefreshes(deps: StarterWorkerDeps): Promise<void> {
  await deps.queue.work<KnowledgeBaseJob>(
    'refresh-starters',
    // The notification arrives when a job is queued, a few seconds before it may run.
    {
      batchSize: 1,
      localConcurrency: AT_ONCE,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 1,
    },
    async ([job]) => {
      if (!job) return
      try {
        await refreshStarters(deps, job.data, job.signal)
        // Documents have changed: some gaps may be covered now.
        await checkGaps(deps, job.data, { changed: true }, job.signal)
      } catch (error) {
        const about = { job: job.name, knowledge_base_id: job.data.knowledgeBaseId }
        deps.log.warn({ ...about, ...errorFields(error) }, 'starter questions were not refreshed')
        throw error
      }
    },
  )
}
