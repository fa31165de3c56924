import type { SyncCounts, SyncState } from '@footnote/contract/admin/syncs'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { Metrics } from '../../platform/metrics.ts'

export const NO_PAGES: SyncCounts = {
  found: 0,
  fetched: 0,
  added: 0,
  changed: 0,
  moved: 0,
  unchanged: 0,
  gone: 0,
  dead_links: 0,
  skipped: 0,
  failed: 0,
  to_index: 0,
  indexed: 0,
}

/** Reads every page of these syncs, so it is for those whose counts are not kept, or not exact yet. */
export async function countPages(
  tx: TenantTransaction,
  syncIds: readonly string[],
): Promise<(syncId: string) => SyncCounts> {
  if (syncIds.length === 0) return () => NO_PAGES
  // A moved page is listed twice, under both keys; only the one with the document counts.
  const { rows } = await sql<SyncCounts & { sync_id: string }>`
    select s.sync_id,
           count(*)::int as found,
           count(*) filter (where s.state not in ('found', 'fetching', 'waiting'))::int as fetched,
           count(*) filter (where s.state = 'added')::int as added,
           count(*) filter (where s.state = 'changed')::int as changed,
           count(*) filter (where s.state = 'moved' and s.document_id is not null)::int as moved,
           count(*) filter (where s.state = 'unchanged')::int as unchanged,
           count(*) filter (where s.state = 'gone')::int as gone,
           count(*) filter (where s.state = 'dead_link')::int as dead_links,
           count(*) filter (where s.state = 'skipped')::int as skipped,
           count(*) filter (where s.state = 'failed')::int as failed,
           count(*) filter (where s.state in ('added', 'changed', 'moved') and s.document_id is not null)::int
             as to_index,
           count(*) filter (where s.state in ('added', 'changed', 'moved') and d.state = 'indexed')::int
             as indexed
    from sync_pages s
    left join documents d on d.id = s.document_id and s.state in ('added', 'changed', 'moved')
    where s.sync_id in (${sql.join(syncIds)})
    group by s.sync_id`.execute(tx)
  const counts = new Map(rows.map(({ sync_id, ...row }) => [sync_id, row]))
  return (syncId) => counts.get(syncId) ?? NO_PAGES
}

/**
 * Fetching and indexing run in parallel, so the slower one decides. Assumes that the remaining pages
 * change as often as those before. Null while there is nothing to estimate from.
 */
export function estimateRemaining(counts: SyncCounts, elapsedSeconds: number): number | null {
  const { found, fetched, to_index, indexed } = counts
  if (fetched === 0) return null
  const toIndex = (to_index * found) / fetched
  if (toIndex > 0 && indexed === 0) return null
  const fetching = (found - fetched) / fetched
  const indexing = toIndex > 0 ? (toIndex - indexed) / indexed : 0
  return Math.ceil(elapsedSeconds * Math.max(fetching, indexing))
}

export type EndedSync = {
  state: SyncState
  counts: SyncCounts
  /** It has ended once before, awaiting confirmation, and its deletions have been confirmed since. */
  wasConfirmed: boolean
}

/** Call it after the commit: a rolled-back transaction has ended nothing. */
export function countEndedSync(metrics: Metrics, ended: EndedSync | undefined): void {
  if (!ended) return
  const { state, counts, wasConfirmed } = ended
  metrics.syncs.inc({ state })
  // Its pages were counted when it ended the first time.
  if (wasConfirmed) return
  const pages = {
    added: counts.added,
    changed: counts.changed,
    moved: counts.moved,
    unchanged: counts.unchanged,
    gone: counts.gone,
    dead_link: counts.dead_links,
    skipped: counts.skipped,
    failed: counts.failed,
  }
  for (const [name, count] of Object.entries(pages)) metrics.syncPages.inc({ state: name }, count)
}
