import { sql } from 'kysely'
import { findDueSyncs, noteDueSyncs } from '../../knowledge/due-syncs.ts'
import { nextRun } from '../../knowledge/schedule.ts'
import { enqueue } from '../../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { startSync } from './start-sync.ts'
import type { SyncDeps } from './sync-run.ts'

/** Workers that look at the same time do it once: what is due is locked, or queued already. */
export async function startDueSyncs(deps: Pick<SyncDeps, 'db' | 'queue'>): Promise<void> {
  for (const tenant of await findDueSyncs(deps.db)) {
    await withTenant(deps.db, tenant, async (tx) => {
      await startScheduled(tx, deps, tenant)
      await findWorkers(tx, deps, tenant)
      await noteDueSyncs(tx, tenant.knowledgeBaseId)
    })
  }
}

async function startScheduled(
  tx: TenantTransaction,
  { queue }: Pick<SyncDeps, 'queue'>,
  tenant: Tenant,
): Promise<void> {
  const due = await tx
    .selectFrom('sources')
    .select(['id', 'type', 'paused', 'schedule'])
    .where('next_sync_at', '<=', sql<Date>`now()`)
    .where('paused', '=', false)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const source of due) {
    const next_sync_at = source.schedule === null ? null : nextRun(source.schedule, new Date())
    await tx.updateTable('sources').set({ next_sync_at }).where('id', '=', source.id).execute()
    await startSync(tx, queue, tenant, source, 'schedule')
  }
}

/** A killed worker's job comes back after its heartbeat is missed; this is quicker, and surer. */
async function findWorkers(
  tx: TenantTransaction,
  { queue }: Pick<SyncDeps, 'queue'>,
  { workspaceId, knowledgeBaseId }: Tenant,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from syncs where state in ('queued', 'running')
      and not is_leased(coalesce(lease_expires_at, created_at + interval '2 seconds'), lease_lock)`.execute(
    tx,
  )
  for (const { id } of rows) {
    await enqueue(queue, tx, 'sync-source', { workspaceId, knowledgeBaseId, syncId: id }, id)
  }
}
