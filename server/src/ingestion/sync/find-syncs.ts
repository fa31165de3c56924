import type { Sync } from '@footnote/contract/admin/syncs'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { countPages, estimateRemaining } from './sync-counts.ts'

type SyncRow = Selectable<Database['syncs']>

/** A sync as an operator sees it, with live counts while it runs. */
async function describeSync(tx: TenantTransaction, sync: SyncRow): Promise<Sync> {
  const isUnderWay = sync.state === 'queued' || sync.state === 'running'
  const counts =
    isUnderWay || !sync.counts
      ? await countPages(tx, sync.id)
      : // Older syncs counted dead links as gone pages.
        { ...sync.counts, dead_links: sync.counts.dead_links ?? 0 }
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
export async function findSync(
  tx: TenantTransaction,
  sourceId: string,
  syncId: string,
): Promise<Sync> {
  const sync = await tx
    .selectFrom('syncs')
    .selectAll()
    .where('id', '=', syncId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  if (!sync) throw new Refusal('NOT_FOUND')
  return describeSync(tx, sync)
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
  const syncs: Sync[] = []
  for (const row of await query.execute()) syncs.push(await describeSync(tx, row))
  return syncs
}

/** The newest sync of each source. */
export async function lastSyncs(tx: TenantTransaction): Promise<Map<string, Sync>> {
  const { rows } = await sql<{ id: string; source_id: string }>`
    select newest.id, newest.source_id from sources s
    cross join lateral (
      select id, source_id from syncs where source_id = s.id order by id desc limit 1) newest`.execute(
    tx,
  )
  const syncs = new Map<string, Sync>()
  for (const { id, source_id } of rows) syncs.set(source_id, await findSync(tx, source_id, id))
  return syncs
}
