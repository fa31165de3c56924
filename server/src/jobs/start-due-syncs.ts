import { startDueSyncs } from '../ingestion/sync/start-due-syncs.ts'
import type { SyncDeps } from '../ingestion/sync/sync-run.ts'
import { errorFields } from '../platform/log.ts'

/**
 * A sync whose worker was killed continues within 3 s. With a lease of 8 s, a sync whose worker lost
 * its connection continues within 12 s.
 */
const INTERVAL_MS = 1_000

/** Starts scheduled syncs, and finds workers for syncs that have lost theirs. */
export function startSyncClock(deps: SyncDeps): void {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      await startDueSyncs(deps)
    } catch (error) {
      deps.log.warn(errorFields(error), 'looking for due syncs failed and will be retried')
    } finally {
      isLooking = false
    }
  }
  // Also at once, so that workers that die soon after their start do not hold up a sync.
  void look()
  setInterval(() => void look(), INTERVAL_MS).unref()
}
