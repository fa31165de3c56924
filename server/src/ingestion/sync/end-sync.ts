import { sql } from 'kysely'
import { noteDueSyncs } from '../../knowledge/due-syncs.ts'
import { queueStarterRefresh } from '../../knowledge/starter-refresh.ts'
import type { Queue } from '../../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../../platform/tenant.ts'
import { pruneSyncs } from './prune-syncs.ts'
import { countPages } from './sync-counts.ts'

export type SyncEnd = { state: 'completed' | 'failed' | 'cancelled'; reason: string | null }

/** Ends a sync: every page has an outcome and a reason, and the counts are kept. */
export async function endSync(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  syncId: string,
  end: SyncEnd,
): Promise<void> {
  const sync = await tx
    .selectFrom('syncs')
    .select(['source_id', 'deletions', 'reason'])
    .where('id', '=', syncId)
    .where('state', 'in', ['queued', 'running'])
    .forUpdate()
    .executeTakeFirst()
  if (!sync) return
  const why = end.reason ?? 'The sync ended before this page was reached.'
  await sql`
    update sync_pages set state = 'skipped', reason = ${why}, claimed_by = null, page = null, content = null
    where sync_id = ${syncId} and state in ('found', 'fetching', 'waiting')`.execute(tx)
  await noteIndexingFailures(tx, syncId, sync.source_id)
  const counts = await countPages(tx, syncId)
  const isHeld = end.state === 'completed' && sync.deletions === 'held'
  await tx
    .updateTable('syncs')
    .set({
      state: isHeld ? 'held' : end.state,
      reason: isHeld ? sync.reason : end.reason,
      counts: JSON.stringify(counts),
      lease_owner: null,
      lease_lock: null,
      lease_expires_at: null,
      ended_at: sql<Date>`now()`,
    })
    .where('id', '=', syncId)
    .execute()
  if (end.state === 'completed') await forgetUnseen(tx, syncId, sync.source_id)
  await pruneSyncs(tx)
  await noteDueSyncs(tx, tenant.knowledgeBaseId)
  const { added, changed, moved, gone } = counts
  if (added + changed + moved + gone > 0) await queueStarterRefresh(tx, queue, tenant)
}

/** A page whose document could not be indexed has failed, whatever its fetching said. */
async function noteIndexingFailures(
  tx: TenantTransaction,
  syncId: string,
  sourceId: string,
): Promise<void> {
  await sql`
    with failed as (
      update sync_pages s set state = 'failed', reason = d.state_reason
      from documents d
      where s.sync_id = ${syncId} and d.id = s.document_id and d.state = 'failed'
        and s.state in ('added', 'changed', 'moved')
      returning s.key, s.reason
    )
    update source_pages o set state = 'failed', reason = failed.reason
    from failed where o.source_id = ${sourceId} and o.key = failed.key`.execute(tx)
}

/** Of pages without a document only those are kept in mind that the source still has. */
async function forgetUnseen(
  tx: TenantTransaction,
  syncId: string,
  sourceId: string,
): Promise<void> {
  await sql`
    delete from source_pages o
    where o.source_id = ${sourceId} and o.document_id is null
      and not exists (select from sync_pages s
                      where s.sync_id = ${syncId} and s.key = o.key and s.state <> 'gone')`.execute(
    tx,
  )
}
