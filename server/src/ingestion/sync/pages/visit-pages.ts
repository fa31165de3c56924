import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { withTenant } from '../../../platform/database/tenant.ts'
import { claimPage, releasePage } from './frontier.ts'
import type { SyncRun } from '../sync-run.ts'
import { visitPage } from './visit-page.ts'

/** Pages of one sync that are fetched at a time. */
const WORKER_SLOTS = 6
const IDLE_MS = 50

/** Visits pages until none is left. False: the slice ended first. */
export async function visitPages(run: SyncRun): Promise<boolean> {
  const busy = { slots: 0 }
  const ends = await Promise.allSettled(
    Array.from({ length: WORKER_SLOTS }, () => runSlot(run, busy)),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.every((end) => end.status === 'fulfilled' && end.value)
}

/** True: nothing was left. */
async function runSlot(run: SyncRun, busy: { slots: number }): Promise<boolean> {
  const { deps, tenant, signal } = run
  for (;;) {
    signal.throwIfAborted()
    if (run.isOver()) return false
    // Counted before the claim: a slot that finds nothing must know of one that is about to.
    busy.slots += 1
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
      busy.slots -= 1
    }
    if (visited) continue
    // A page being visited may link to more, and a failed one is retried.
    if (busy.slots === 0 && !(await hasMore(run))) return true
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
