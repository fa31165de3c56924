import { runSync } from '../ingestion/sync/run-sync.ts'
import type { SyncDeps } from '../ingestion/sync/sync-run.ts'
import { errorFields } from '../platform/log.ts'
import type { SyncJob } from '../platform/queue.ts'

/** Syncs wait for others' servers most of the time. */
const AT_ONCE = 4

export async function startSyncing(deps: SyncDeps): Promise<void> {
  await deps.queue.work<SyncJob>(
    'sync-source',
    {
      batchSize: 1,
      localConcurrency: AT_ONCE,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 1,
    },
    async ([job]) => {
      if (!job) return
      const { knowledgeBaseId, syncId } = job.data
      const about = { job: job.name, knowledge_base_id: knowledgeBaseId, sync_id: syncId }
      try {
        const outcome = await runSync(deps, job.data)
        deps.log.info({ ...about, reason: outcome }, 'a turn of a sync is over')
      } catch (error) {
        deps.log.warn({ ...about, ...errorFields(error) }, 'a sync stopped and will go on')
        throw error
      }
    },
  )
}
