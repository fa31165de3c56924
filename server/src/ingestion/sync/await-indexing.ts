import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { withTenant } from '../../platform/database/tenant.ts'
import type { SyncRun } from './sync-run.ts'

const MIN_POLL_MS = 300
const MAX_POLL_MS = 2_000
/** Share of the time waited so far: a long wait polls less often and ends at most a tenth late. */
const POLL_SHARE = 0.1

/** Waits until every document of the source is indexed or failed. False: the slice ended first. */
export async function awaitIndexing(run: SyncRun): Promise<boolean> {
  const { deps, tenant, source, signal } = run
  const startedMs = performance.now()
  for (;;) {
    signal.throwIfAborted()
    // In the order of the index documents_by_state, so that only pending rows are read.
    const { rows } = await withTenant(deps.db, tenant, (tx) =>
      sql`
        select from documents where source_id = ${source.id} and state = 'pending'
        order by id limit 1`.execute(tx),
    )
    if (rows.length === 0) return true
    if (run.isOver()) return false
    await sleep(pollMs(performance.now() - startedMs), undefined, { signal })
  }
}

const pollMs = (waitedMs: number): number =>
  Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, waitedMs * POLL_SHARE))
