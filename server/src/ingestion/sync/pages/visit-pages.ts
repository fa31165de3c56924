import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { withTenant } from '../../../platform/database/tenant.ts'
import type { ClaimedPage } from './frontier.ts'
import { claimPages, releasePage } from './frontier.ts'
import { createSettling } from './settle-pages.ts'
import type { SyncRun } from '../sync-run.ts'
import { together } from '../together.ts'
import { visitPage } from './visit-page.ts'

/** Pages of one sync that are fetched or stored at a time. */
const WORKER_SLOTS = 12
const IDLE_MS = 50

/** Visits pages until none is left. False: the slice ended first. */
export async function visitPages(run: SyncRun): Promise<boolean> {
  const visits: Visits = { busySlots: 0, claim: createClaiming(run), settle: createSettling(run) }
  const ends = await Promise.allSettled(
    Array.from({ length: WORKER_SLOTS }, () => runSlot(run, visits)),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.every((end) => end.status === 'fulfilled' && end.value)
}

/** What the slots of a run share. */
type Visits = {
  busySlots: number
  /** The next page, if there is one. */
  claim: () => Promise<ClaimedPage | undefined>
  settle: ReturnType<typeof createSettling>
}

/** Slots that are free at the same time claim their pages together. */
function createClaiming({ deps, tenant, ...run }: SyncRun): Visits['claim'] {
  const claim = together({ maxItems: WORKER_SLOTS, isCommon: () => true }, async (slots) => {
    const pages = await withTenant(deps.db, tenant, (tx) => claimPages(tx, run, slots.length))
    return slots.map((_, n) => pages[n])
  })
  return () => claim(undefined)
}

/** True: nothing was left. */
async function runSlot(run: SyncRun, visits: Visits): Promise<boolean> {
  const { deps, tenant, signal } = run
  for (;;) {
    signal.throwIfAborted()
    if (run.isOver()) return false
    // Counted before the claim: a slot that finds nothing must know of one that is about to.
    visits.busySlots += 1
    let visited = false
    try {
      const page = await visits.claim()
      if (page) {
        visited = true
        await visitPage(run, page, visits.settle).catch(async (error: unknown) => {
          await withTenant(deps.db, tenant, (tx) => releasePage(tx, run, page.key))
          throw error
        })
      }
    } finally {
      visits.busySlots -= 1
    }
    if (visited) continue
    // A page being visited may link to more, and a failed one is retried.
    if (visits.busySlots === 0 && !(await hasMore(run))) return true
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
