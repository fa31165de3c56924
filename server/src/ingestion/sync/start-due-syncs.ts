import { sql } from 'kysely'
import { findDueSyncs, noteDueSyncs, nextRun } from '../../sources/schedule.ts'
import { isClash, isDatabaseUnavailable } from '../../platform/database/database-errors.ts'
import { errorFields } from '../../platform/log.ts'
import { enqueue } from '../../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { startSync } from './start-sync.ts'
import type { SyncDeps } from './sync-run.ts'

type ClockDeps = Pick<SyncDeps, 'db' | 'queue' | 'log'>

/** A knowledge base that is locked for longer is tried again a second later. */
const LOCK_TIMEOUT = '200ms'

/**
 * Workers that run this at the same time start each sync once: what is due is locked or already
 * queued. One knowledge base that is locked or failing does not hold up the others.
 */
export async function startDueSyncs(deps: ClockDeps): Promise<void> {
  for (const tenant of await findDueSyncs(deps.db)) {
    try {
      await withTenant(deps.db, tenant, (tx) => startDue(tx, deps, tenant))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (isClash(error)) continue
      const fields = { knowledge_base_id: tenant.knowledgeBaseId, ...errorFields(error) }
      deps.log.warn(fields, 'starting the due syncs of a knowledge base failed and will be retried')
    }
  }
}

async function startDue(tx: TenantTransaction, deps: ClockDeps, tenant: Tenant): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx)
  await startScheduled(tx, deps, tenant)
  await findWorkers(tx, deps, tenant)
  await noteDueSyncs(tx, tenant.knowledgeBaseId)
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
    await startSync({ tx, queue, tenant }, source, 'schedule')
  }
}

/** The queue retries a killed worker's job after a missed heartbeat; this is faster and more reliable. */
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
