import { sql } from 'kysely'
import { publishEvent } from '../../events/publish-event.ts'
import { noteDueSyncs } from '../../sources/schedule.ts'
import { findSource } from '../../sources/sources.ts'
import { queueStarterRefresh } from '../../knowledge/starter-refresh.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import { evaluateHeldSync } from './gated-syncs.ts'
import { callForSync } from './start-sync.ts'
import type { EndedSync } from './sync-counts.ts'
import { countPages } from './sync-counts.ts'

export type SyncEnd = { state: 'completed' | 'failed' | 'cancelled'; reason: string | null }

/**
 * Ends a sync: every page has an outcome and a reason, and the counts are kept. Returns what the
 * metrics count after the commit; undefined when the sync had ended already.
 */
export async function endSync(
  unit: UnitOfWork,
  syncId: string,
  end: SyncEnd,
): Promise<EndedSync | undefined> {
  const { tx, tenant } = unit
  const sync = await tx
    .selectFrom('syncs')
    .select([
      'source_id',
      'deletions',
      'reason',
      'awaits_evaluation',
      'called_again',
      'cancel_requested',
    ])
    .where('id', '=', syncId)
    .where('state', 'in', ['queued', 'running'])
    .forUpdate()
    .executeTakeFirst()
  if (!sync) return undefined
  const why = end.reason ?? 'The sync ended before this page was reached.'
  await sql`
    update sync_pages set state = 'skipped', reason = ${why}, claimed_by = null, page = null, content = null
    where sync_id = ${syncId} and state in ('found', 'fetching', 'waiting')`.execute(tx)
  await noteIndexingFailures(tx, syncId, sync.source_id)
  const counts = (await countPages(tx, [syncId]))(syncId)
  const awaitsConfirmation = end.state === 'completed' && sync.deletions === 'held'
  const state = awaitsConfirmation ? 'held' : end.state
  const reason = awaitsConfirmation ? sync.reason : end.reason
  await tx
    .updateTable('syncs')
    .set({
      state,
      reason,
      counts: JSON.stringify(counts),
      lease_owner: null,
      lease_lock: null,
      lease_expires_at: null,
      ended_at: sql<Date>`now()`,
    })
    .where('id', '=', syncId)
    .execute()
  const data = { source_id: sync.source_id, sync_id: syncId, reason }
  if (awaitsConfirmation) {
    const isEvaluated = await evaluateHeldSync(unit, syncId)
    // Otherwise nobody has to do anything before the evaluation has ended.
    if (!isEvaluated || !sync.awaits_evaluation) {
      await publishEvent(tx, { ...tenant, type: 'sync.held', data })
    }
  }
  if (end.state === 'failed') await publishEvent(tx, { ...tenant, type: 'sync.failed', data })
  if (end.state === 'completed') await forgetUnseen(tx, syncId, sync.source_id)
  await pruneSyncs(tx)
  if (sync.called_again && !sync.cancel_requested) await followSync(unit, sync.source_id)
  await noteDueSyncs(tx, tenant.knowledgeBaseId)
  const { added, changed, moved, gone } = counts
  if (added + changed + moved + gone > 0) await queueStarterRefresh(unit)
  return { state, counts, wasConfirmed: sync.deletions === 'confirmed' }
}

/** What a webhook called for while the sync ran may have been listed before it changed. */
async function followSync(unit: UnitOfWork, sourceId: string): Promise<void> {
  const source = await findSource(unit.tx, sourceId)
  if (!source.paused) await callForSync(unit, source)
}

/** A page whose document could not be indexed has failed, even if it was fetched. */
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

/** Pages without a document are remembered only while the source still has them. */
async function forgetUnseen(
  tx: TenantTransaction,
  syncId: string,
  sourceId: string,
): Promise<void> {
  await sql`
    delete from source_pages o
    where o.source_id = ${sourceId} and o.document_id is null
      and not exists (select from sync_pages s
                      where s.sync_id = ${syncId} and s.key = o.key and s.state not in ('gone', 'dead_link'))`.execute(
    tx,
  )
}

/** Per source: how many syncs keep their list of pages, and how many are kept at all. */
const KEPT = { getPages: 10, syncs: 100 }

/** Runs at the end of a sync, so that a source that syncs every minute keeps a short history. */
export async function pruneSyncs(tx: TenantTransaction, kept = KEPT): Promise<void> {
  await sql`
    with ranked as (
      select id, row_number() over (partition by source_id order by id desc) as place
      from syncs where state not in ('queued', 'running', 'held')
    ), pages as (
      delete from sync_pages where sync_id in (select id from ranked where place > ${kept.getPages})
    )
    delete from syncs where id in (select id from ranked where place > ${kept.syncs})`.execute(tx)
}
