import { sql } from 'kysely'
import { startDueSyncs } from '../ingestion/sync/start-due-syncs.ts'
import type { SyncDeps } from '../ingestion/sync/sync-run.ts'
import type { DueWork } from './look-for-work.ts'

/**
 * Starts scheduled syncs, and finds workers for syncs that have lost theirs. A sync whose worker was
 * killed continues within 3 s. With a lease of 8 s, a sync whose worker lost its connection continues
 * within 12 s.
 */
export function dueSyncs(deps: SyncDeps): DueWork {
  return {
    isDue: sql`exists (
      select from knowledge_bases where syncs_due_at <= now() and deleting_at is null)`,
    run: () => startDueSyncs(deps),
    failed: 'starting due syncs failed and will be retried',
  }
}
