import { sql } from 'kysely'
import { noteDueSyncs } from '../../sources/schedule.ts'
import { enqueue } from '../../platform/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'

/** The pages that a sync would delete: they have a document but are no longer in the source. */
export const selectDeletions = (syncId: string, sourceId: string) => sql<{
  key: string
  document_id: string
}>`
  select o.key, o.document_id from sync_pages s
  join source_pages o on o.source_id = ${sourceId} and o.key = s.key
  where s.sync_id = ${syncId} and s.state in ('gone', 'skipped', 'moved')
    and s.document_id is null and o.document_id is not null`

/** Keeps the pages that a sync awaiting confirmation would delete. */
export async function discardDeletions(
  tx: TenantTransaction,
  sourceId: string,
  reason: string,
): Promise<boolean> {
  const held = await tx
    .updateTable('syncs')
    .set({ state: 'completed', deletions: 'discarded', reason })
    .where('source_id', '=', sourceId)
    .where('state', '=', 'held')
    .returning('id')
    .execute()
  for (const { id } of held) {
    await sql`
      update sync_pages set state = 'skipped', reason = 'Kept: its deletion was not confirmed.'
      where sync_id = ${id} and key in (select key from (${selectDeletions(id, sourceId)}) d)`.execute(
      tx,
    )
  }
  return held.length > 0
}

/** Confirms the deletions: a worker continues the sync. */
export async function confirmDeletions(
  { tx, queue, tenant: { workspaceId, knowledgeBaseId } }: UnitOfWork,
  syncId: string,
): Promise<void> {
  const confirmed = await tx
    .updateTable('syncs')
    .set({
      state: 'queued',
      phase: 'deleting',
      deletions: 'confirmed',
      reason: null,
      lease_owner: null,
      lease_lock: null,
      lease_expires_at: null,
    })
    .where('id', '=', syncId)
    .where('state', '=', 'held')
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) throw new Refusal('CONFLICT')
  await enqueue(queue, tx, 'sync-source', { workspaceId, knowledgeBaseId, syncId }, syncId)
  await noteDueSyncs(tx, knowledgeBaseId)
}
