import { sql } from 'kysely'
import { findDueSyncs, noteDueSyncs } from '../../knowledge/due-syncs.ts'
import { nextRun } from '../../knowledge/schedule.ts'
import { isClash, isDatabaseUnavailable } from '../../platform/database-errors.ts'
import { errorFields } from '../../platform/log.ts'
import { enqueue } from '../../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { startSync } from './start-sync.ts'
import type { SyncDeps } from './sync-run.ts'

type ClockDeps = Pick<SyncDeps, 'db' | 'queue' | 'log'>

/** A knowledge base that others are changing for longer is looked at a second later. */
const LOCK_TIMEOUT = '200ms'

/**
 * Workers that look at the same time do it once: what is due is locked, or queued already. One
 * knowledge base that is locked or in trouble does not keep the others waiting.
 */
export async function startDueSyncs(deps: ClockDeps): Promise<void> {
  for (const tenant of await findDueSyncs(deps.db)) {
    try {
      await withTenant(deps.db, tenant, (tx) => startDue(tx, deps, tenant))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (isClash(error)) continue
      const fields = { knowledge_base_id: tenant.knowledgeBaseId, ...errorFields(error) }
      deps.log.warn(fields, 'due syncs of a knowledge base were not started and will be')
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
