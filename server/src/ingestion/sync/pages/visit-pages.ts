import { sql } from 'kysely'
import { withTenant } from '../../../platform/database/tenant.ts'
import type { ClaimedPage } from './frontier.ts'
import { claimPages, releasePage } from './frontier.ts'
import { createSettling } from './settle-pages.ts'
import { runSlots } from '../run-slots.ts'
import type { SyncRun } from '../sync-run.ts'
import { together } from '../together.ts'
import { visitPage } from './visit-page.ts'

/** Pages of one sync that are fetched or stored at a time. */
const WORKER_SLOTS = 12

/** Visits pages until none is left. False: the slice ended first. */
export function visitPages(run: SyncRun): Promise<boolean> {
  const { deps, tenant, signal } = run
  const settle = createSettling(run)
  return runSlots<ClaimedPage>(WORKER_SLOTS, {
    signal,
    isOver: () => run.isOver(),
    claim: createClaiming(run),
    visit: (page) =>
      visitPage(run, page, settle).catch(async (error: unknown) => {
        await withTenant(deps.db, tenant, (tx) => releasePage(tx, run, page.key))
        throw error
      }),
    hasMore: () => hasMore(run),
  })
}

/** Slots that are free at the same time claim their pages together. */
function createClaiming({ deps, tenant, ...run }: SyncRun): () => Promise<ClaimedPage | undefined> {
  const claim = together({ maxItems: WORKER_SLOTS, isCommon: () => true }, async (slots) => {
    const pages = await withTenant(deps.db, tenant, (tx) => claimPages(tx, run, slots.length))
    return slots.map((_, n) => pages[n])
  })
  return () => claim(undefined)
}

async function hasMore({ deps, tenant, syncId }: SyncRun): Promise<boolean> {
  const { rows } = await withTenant(deps.db, tenant, (tx) =>
    sql`select from sync_pages where sync_id = ${syncId} and state in ('found', 'fetching') limit 1`.execute(
      tx,
    ),
  )
  return rows.length > 0
}
