import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { withTenant } from '../../platform/tenant.ts'
import { claimPage, releasePage } from './frontier.ts'
import type { SyncRun } from './sync-run.ts'
import { visitPage } from './visit-page.ts'

/** Pages of one sync under way at a time. */
const LANES = 6
const IDLE_MS = 50

/** Visits pages until none is left. False: the turn was over first. */
export async function visitPages(run: SyncRun): Promise<boolean> {
  const busy = { lanes: 0 }
  const ends = await Promise.allSettled(Array.from({ length: LANES }, () => runLane(run, busy)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.every((end) => end.status === 'fulfilled' && end.value)
}

/** True when there was nothing left. */
async function runLane(run: SyncRun, busy: { lanes: number }): Promise<boolean> {
  const { deps, tenant, signal } = run
  for (;;) {
    signal.throwIfAborted()
    if (run.isOver()) return false
    // Counted before the claim: a lane that finds nothing must know of one that is about to.
    busy.lanes += 1
    let visited = false
    try {
      const page = await withTenant(deps.db, tenant, (tx) => claimPage(tx, run))
      if (page) {
        visited = true
        await visitPage(run, page).catch(async (error: unknown) => {
          await withTenant(deps.db, tenant, (tx) => releasePage(tx, run, page.key))
          throw error
        })
      }
    } finally {
      busy.lanes -= 1
    }
    if (visited) continue
    // A page that is being visited may lead to more, and one that failed is tried again.
    if (busy.lanes === 0 && !(await hasMore(run))) return true
    await sleep(IDLE_MS, undefined, { signal })
  }
}

async function hasMore({ deps, tenant, syncId }: SyncRun): Promise<boolean> {
  const { rows } = await withTenant(deps.db, tenant, (tx) =>
    sql`select from sync_pages where sync_id = ${syncId} and state in ('found', 'fetching') limit 1`.execute(
      tx,
    ),
  )
  return rows.length > 0
}
