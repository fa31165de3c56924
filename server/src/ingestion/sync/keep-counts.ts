import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { countPages } from './sync-counts.ts'
import type { LeasedSync, SyncDeps } from './sync-run.ts'

/** As often as those who follow a sync look at it. */
const EVERY_MS = 1_000
/** Counting takes a twentieth of the time at most: a sync of 100,000 pages is counted less often. */
const PAUSE_PER_COUNT = 19

/** Counts the pages of a sync again and again, so that whoever reads it need not. */
export async function keepCounts(
  { deps, tenant, syncId, owner }: LeasedSync<Pick<SyncDeps, 'db'>>,
  signal: AbortSignal,
  everyMs = EVERY_MS,
): Promise<void> {
  try {
    for (;;) {
      const begunMs = performance.now()
      // The work itself notices when the database is unavailable.
      await withTenant(deps.db, tenant, (tx) => storeCounts(tx, syncId, owner)).catch(
        () => undefined,
      )
      const pauseMs = (performance.now() - begunMs) * PAUSE_PER_COUNT
      await sleep(Math.max(everyMs, pauseMs), undefined, { signal })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Only for the worker that has the lease: the counts of a sync that has ended are exact, and stay. */
export async function storeCounts(
  tx: TenantTransaction,
  syncId: string,
  owner: string,
): Promise<void> {
  const counts = (await countPages(tx, [syncId]))(syncId)
  await tx
    .updateTable('syncs')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', syncId)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'running')
    .execute()
}
