import type { SyncCounts } from '@footnote/contract/admin/syncs'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/tenant.ts'

/** A page that has moved is there twice, under both keys; the one with the document counts. */
export async function countPages(tx: TenantTransaction, syncId: string): Promise<SyncCounts> {
  const { rows } = await sql<SyncCounts>`
    select count(*)::int as found,
           count(*) filter (where s.state not in ('found', 'fetching', 'waiting'))::int as fetched,
           count(*) filter (where s.state = 'added')::int as added,
           count(*) filter (where s.state = 'changed')::int as changed,
           count(*) filter (where s.state = 'moved' and s.document_id is not null)::int as moved,
           count(*) filter (where s.state = 'unchanged')::int as unchanged,
           count(*) filter (where s.state = 'gone')::int as gone,
           count(*) filter (where s.state = 'skipped')::int as skipped,
           count(*) filter (where s.state = 'failed')::int as failed,
           count(*) filter (where s.state in ('added', 'changed', 'moved') and s.document_id is not null)::int
             as to_index,
           count(*) filter (where s.state in ('added', 'changed', 'moved') and d.state = 'indexed')::int
             as indexed
    from sync_pages s
    left join documents d on d.id = s.document_id and s.state in ('added', 'changed', 'moved')
    where s.sync_id = ${syncId}`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('A count gives one row')
  return counts
}

/**
 * Fetching and indexing go on side by side, so the slower of the two decides. Pages that are still to
 * be fetched are taken to change as often as those before. Null while nothing can be told.
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
