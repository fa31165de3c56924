import { sql } from 'kysely'
import { withTenant } from '../../../platform/database/tenant.ts'
import type { ClaimedPage } from './frontier.ts'
import { claimPages, releasePage } from './frontier.ts'
import { createPageRecorder } from './record-pages.ts'
import { visitConcurrently } from '../visit-concurrently.ts'
import type { SyncRun } from '../sync-run.ts'
import { batchCalls } from '../batch-calls.ts'
import { visitPage } from './visit-page.ts'

/** Pages of one sync that are fetched or stored at a time. */
const PAGES_AT_ONCE = 12

/** Visits pages until none is left. False: the slice ended first. */
export function visitPages(run: SyncRun): Promise<boolean> {
  const { deps, tenant, signal } = run
  const record = createPageRecorder(run)
  return visitConcurrently<ClaimedPage>(PAGES_AT_ONCE, {
    signal,
    isOver: () => run.isOver(),
    claim: createClaiming(run),
    visit: (page) =>
      visitPage(run, page, record).catch(async (error: unknown) => {
        await withTenant(deps.db, tenant, (tx) => releasePage(tx, run, page.key))
        throw error
      }),
    hasMore: () => hasMore(run),
  })
}

/** Visitors that are free at the same time claim their pages in one statement. */
function createClaiming({ deps, tenant, ...run }: SyncRun): () => Promise<ClaimedPage | undefined> {
  const claim = batchCalls({ maxItems: PAGES_AT_ONCE, isCommon: () => true }, async (claims) => {
    const pages = await withTenant(deps.db, tenant, (tx) => claimPages(tx, run, claims.length))
    return claims.map((_, n) => pages[n])
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
