import type { AdminClient, Sync } from '@footnote/client/admin'
import type { WatchedSync } from './watch-sync.ts'
import { watchSync } from './watch-sync.ts'
import { LISTED_PAGES, renderSyncReport } from './sync-report.ts'

/** Follows a sync, prints its summary, and fails the command if anything failed. */
export async function finishSync(admin: AdminClient, watched: WatchedSync): Promise<Sync> {
  const sync = await watchSync(admin, watched, process.stderr)
  const pagesIn = async (state: 'failed' | 'skipped' | 'gone' | 'dead_link') => {
    const { knowledgeBaseId, sourceId, syncId } = watched
    const query = { state, limit: LISTED_PAGES }
    return (await admin.syncs.pages(knowledgeBaseId, sourceId, syncId, query)).pages
  }
  const report = {
    sync,
    failed: await pagesIn('failed'),
    skipped: await pagesIn('skipped'),
    gone: await pagesIn('gone'),
    deadLinks: await pagesIn('dead_link'),
  }
  console.log(renderSyncReport(report))
  if (sync.state !== 'completed' || sync.counts.failed > 0) process.exitCode = 1
  return sync
}
