import { startDueSyncs } from '../ingestion/sync/start-due-syncs.ts'
import type { SyncDeps } from '../ingestion/sync/sync-run.ts'
import { errorFields } from '../platform/log.ts'

/**
 * A sync whose worker was killed goes on within 3 s; with a lease of 8 s, one whose worker was cut off
 * within 12 s.
 */
const INTERVAL_MS = 1_000

/** Begins what is due by its schedule, and finds workers for syncs that have lost theirs. */
export function startSyncClock(deps: SyncDeps): void {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      await startDueSyncs(deps)
    } catch (error) {
      deps.log.warn(errorFields(error), 'due syncs were not looked for and will be')
    } finally {
      isLooking = false
    }
  }
  // At once too: workers that die soon after their start must not keep a sync from going on.
  void look()
  setInterval(() => void look(), INTERVAL_MS).unref()
}
