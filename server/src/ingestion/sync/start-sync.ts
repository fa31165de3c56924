import type { SyncTrigger } from '@footnote/contract/admin/syncs'
import { sql } from 'kysely'
import { noteDueSyncs } from '../../sources/schedule.ts'
import type { Source } from '../../sources/sources.ts'
import { newId } from '../../platform/new-id.ts'
import { enqueue } from '../../platform/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import { discardDeletions } from './confirm-deletions.ts'

/** Starts a sync, or returns the running one. Refuses a source that is paused or pushed to. */
export async function startSync(
  { tx, queue, tenant }: UnitOfWork,
  source: Pick<Source, 'id' | 'type' | 'paused'>,
  trigger: SyncTrigger,
): Promise<{ syncId: string; created: boolean }> {
  if (source.type === 'api' || source.paused) throw new Refusal('CONFLICT')
  const { workspaceId, knowledgeBaseId } = tenant
  const syncId = newId()
  const { rows } = await sql<{ id: string }>`
    insert into syncs (knowledge_base_id, id, source_id, trigger, known_pages)
    select ${knowledgeBaseId}, ${syncId}, ${source.id}, ${trigger}, count(*)
    from source_pages where source_id = ${source.id} and document_id is not null
    on conflict do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return { syncId: await runningSync(tx, source.id), created: false }
  await discardDeletions(tx, source.id, 'A later sync replaced it.')
  await enqueue(queue, tx, 'sync-source', { workspaceId, knowledgeBaseId, syncId }, syncId)
  await noteDueSyncs(tx, knowledgeBaseId)
  return { syncId, created: true }
}

async function runningSync(tx: TenantTransaction, sourceId: string): Promise<string> {
  const running = await tx
    .selectFrom('syncs')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  // It has just ended, so the caller may retry.
  if (!running) throw new Refusal('UNAVAILABLE', { retryAfterSeconds: 1 })
  return running.id
}
