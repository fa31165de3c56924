import type { SyncTrigger } from '@footnote/contract/admin/syncs'
import { sql } from 'kysely'
import { noteDueSyncs } from '../../sources/schedule.ts'
import type { Source } from '../../sources/sources.ts'
import { newId } from '../../platform/new-id.ts'
import { enqueue } from '../../platform/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import { discardDeletions } from './confirm-deletions.ts'

/** One edit makes several calls, and a push is often followed by another. */
const COLLECT_SECONDS = 30

type SyncedSource = Pick<Source, 'id' | 'type' | 'paused'>

/**
 * Starts a sync, or returns the one that runs; one that waits for more calls waits no longer. Refuses a
 * source that is paused or pushed to.
 */
export async function startSync(
  unit: UnitOfWork,
  source: SyncedSource,
  trigger: SyncTrigger,
): Promise<{ syncId: string; created: boolean }> {
  const created = await insertSync(unit, source, { trigger, delaySeconds: 0 })
  const syncId = created ?? (await hurrySync(unit, source.id))
  // It has just ended, so the caller may retry.
  if (syncId === undefined) throw new Refusal('UNAVAILABLE', { retryAfterSeconds: 1 })
  return { syncId, created: created !== undefined }
}

/**
 * For calls of a webhook: the sync starts when 30 s have passed, for all calls until then. A sync that runs
 * may have listed already what the call is about, so another one follows it.
 */
export async function callForSync(unit: UnitOfWork, source: SyncedSource): Promise<string> {
  const syncId =
    (await callAgain(unit, source.id)) ??
    (await insertSync(unit, source, { trigger: 'webhook', delaySeconds: COLLECT_SECONDS })) ??
    (await callAgain(unit, source.id))
  if (syncId === undefined) throw new Refusal('UNAVAILABLE', { retryAfterSeconds: 1 })
  return syncId
}

/** undefined: one is under way. */
async function insertSync(
  { tx, queue, tenant }: UnitOfWork,
  source: SyncedSource,
  { trigger, delaySeconds }: { trigger: SyncTrigger; delaySeconds: number },
): Promise<string | undefined> {
  if (source.type === 'api' || source.paused) throw new Refusal('CONFLICT')
  const { workspaceId, knowledgeBaseId } = tenant
  const syncId = newId()
  // A lease that nobody holds: what looks for syncs without a worker finds this one when it has ended.
  const { rows } = await sql`
    insert into syncs (knowledge_base_id, id, source_id, trigger, known_pages, lease_expires_at)
    select ${knowledgeBaseId}, ${syncId}, ${source.id}, ${trigger}, count(*),
           case when ${delaySeconds} > 0 then now() + ${delaySeconds} * interval '1 second' end
    from source_pages where source_id = ${source.id} and document_id is not null
    on conflict do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return undefined
  await discardDeletions(tx, source.id, 'A later sync replaced it.')
  if (delaySeconds === 0) {
    await enqueue(queue, tx, 'sync-source', { workspaceId, knowledgeBaseId, syncId }, syncId)
  }
  await noteDueSyncs(tx, knowledgeBaseId)
  return syncId
}

async function hurrySync(
  { tx, queue, tenant }: UnitOfWork,
  sourceId: string,
): Promise<string | undefined> {
  const { workspaceId, knowledgeBaseId } = tenant
  const { rows } = await sql<{ id: string; state: string }>`
    update syncs set lease_expires_at = case when state = 'running' then lease_expires_at end
    where source_id = ${sourceId} and state in ('queued', 'running') returning id, state`.execute(
    tx,
  )
  const [sync] = rows
  if (sync?.state === 'queued') {
    const job = { workspaceId, knowledgeBaseId, syncId: sync.id }
    await enqueue(queue, tx, 'sync-source', job, sync.id)
  }
  return sync?.id
}

/** Has a sync follow the one that runs, which may have listed already what is new. undefined: none is under way. */
export async function callAgain(
  { tx }: Pick<UnitOfWork, 'tx'>,
  sourceId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update syncs set called_again = called_again or state = 'running' or phase <> 'listing'
    where source_id = ${sourceId} and state in ('queued', 'running') returning id`.execute(tx)
  return rows[0]?.id
}
