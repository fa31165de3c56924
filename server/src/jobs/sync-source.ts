import { runSync } from '../ingestion/sync/run-sync.ts'
import type { SyncDeps } from '../ingestion/sync/sync-run.ts'
import { errorFields } from '../platform/log.ts'
import type { Slots } from './slots.ts'

/** Syncs spend most of their time waiting for other servers. */
const AT_ONCE = 4

export async function startSyncing(deps: SyncDeps & { slots: Slots }): Promise<void> {
  await deps.slots.start('sync-source', AT_ONCE, async (job) => {
    const { knowledgeBaseId, syncId } = job.data
    const about = { job: job.name, knowledge_base_id: knowledgeBaseId, sync_id: syncId }
    try {
      const outcome = await runSync(deps, job.data)
      deps.log.info({ ...about, reason: outcome }, 'a slice of a sync ended')
    } catch (error) {
      deps.log.warn({ ...about, ...errorFields(error) }, 'a sync stopped and will be resumed')
      throw error
    }
  })
}
