import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { KnowledgeBaseJob, Queue } from '../platform/queue.ts'
import { refreshStarters } from '../questions/refresh-starters.ts'

export async function startStarterRefreshes(deps: {
  db: Db
  queue: Queue
  log: Log
}): Promise<void> {
  await deps.queue.work<KnowledgeBaseJob>(
    'refresh-starters',
    // The notification comes when a job is queued, some seconds before it may run.
    { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
    async ([job]) => {
      if (!job) return
      try {
        await refreshStarters(deps.db, job.data)
      } catch (error) {
        const about = { job: job.name, knowledge_base_id: job.data.knowledgeBaseId }
        deps.log.warn({ ...about, ...errorFields(error) }, 'starter questions were not refreshed')
        throw error
      }
    },
  )
}
