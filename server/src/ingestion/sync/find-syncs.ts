import type { Sync, SyncCounts, SyncState } from '@footnote/contract/admin/syncs'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { countPages, estimateRemaining } from './sync-counts.ts'

type SyncRow = Selectable<Database['syncs']>

/** Syncs as an operator sees them. Pages are counted here only until the worker has counted them once. */
async function describeSyncs(tx: TenantTransaction, rows: readonly SyncRow[]): Promise<Sync[]> {
  const toCount = rows.filter((row) => keptCounts(row) === null)
  const countedIn = await countPages(
    tx,
    toCount.map(({ id }) => id),
  )
  return rows.map((row) => describeSync(row, keptCounts(row) ?? countedIn(row.id)))
}

/** Older syncs counted dead links as gone pages. */
const keptCounts = ({ counts }: SyncRow): SyncCounts | null =>
  counts && { ...counts, dead_links: counts.dead_links ?? 0 }

export const isUnderWay = (state: SyncState): boolean => state === 'queued' || state === 'running'

function describeSync(sync: SyncRow, counts: SyncCounts): Sync {
  const elapsed = sync.started_at === null ? 0 : (Date.now() - sync.started_at.getTime()) / 1000
  return {
    id: sync.id,
    source_id: sync.source_id,
    trigger: sync.trigger,
    state: sync.state,
    phase: sync.phase,
    reason: sync.reason,
    counts,
    // While a listing runs, its length is unknown.
    remaining_seconds:
      sync.state === 'running' && sync.phase !== 'listing'
        ? estimateRemaining(counts, elapsed)
        : null,
    created_at: sync.created_at.toISOString(),
    started_at: sync.started_at?.toISOString() ?? null,
    ended_at: sync.ended_at?.toISOString() ?? null,
  }
}

/** Refuses a sync that does not exist or belongs to another source. */
async function findSyncRow(
  tx: TenantTransaction,
  sourceId: string,
  syncId: string,
): Promise<SyncRow> {
  const sync = await tx
    .selectFrom('syncs')
    .selectAll()
    .where('id', '=', syncId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  if (!sync) throw new Refusal('NOT_FOUND')
  return sync
}

export async function findSync(
  tx: TenantTransaction,
  sourceId: string,
  syncId: string,
): Promise<Sync> {
  const [sync] = await describeSyncs(tx, [await findSyncRow(tx, sourceId, syncId)])
  if (!sync) throw new Refusal('NOT_FOUND')
  return sync
}

/** Its state alone, which costs no count of its pages. */
export async function findSyncState(
  tx: TenantTransaction,
  sourceId: string,
  syncId: string,
): Promise<SyncState> {
  const { state } = await findSyncRow(tx, sourceId, syncId)
  return state
}

/** Newest first. */
export async function listSyncs(
  tx: TenantTransaction,
  sourceId: string,
  page: { limit: number; before?: string | undefined },
): Promise<Sync[]> {
  let query = tx
    .selectFrom('syncs')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return describeSyncs(tx, await query.execute())
}

/** The newest sync of each source. */
export async function lastSyncs(tx: TenantTransaction): Promise<Map<string, Sync>> {
  const { rows: newest } = await sql<{ id: string }>`
    select newest.id from sources s
    cross join lateral (
      select id from syncs where source_id = s.id order by id desc limit 1) newest`.execute(tx)
  if (newest.length === 0) return new Map()
  const ids = newest.map(({ id }) => id)
  const rows = await tx.selectFrom('syncs').selectAll().where('id', 'in', ids).execute()
  const syncs = await describeSyncs(tx, rows)
  return new Map(syncs.map((sync) => [sync.source_id, sync]))
}
