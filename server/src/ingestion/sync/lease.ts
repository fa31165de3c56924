import { sql } from 'kysely'
import type { SyncPhase } from '../../platform/database/sync-tables.ts'
import { enqueue } from '../../platform/queue.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { noteDueSyncs } from '../../sources/schedule.ts'
import type { LeasedSync, SyncDeps } from './sync-run.ts'
import { Cancelled, LeaseLost } from './sync-run.ts'

/**
 * A worker that lost its connection is noticed after this long, a killed one at once by its lock.
 * jobs/due-syncs.ts does the looking.
 */
export const LEASE_SECONDS = 8
/** Well below the 2 s within which a cancelled sync must end. */
const HEARTBEAT_MS = 700
/** A page that was being fetched this often when its worker died is taken for the cause. */
const MAX_INTERRUPTIONS = 10

export type TakenSync = { source_id: string; phase: SyncPhase }

/** Undefined if the sync has ended or another worker has it. */
export async function takeLease(
  tx: TenantTransaction,
  syncId: string,
  owner: string,
  processLock: number | null,
): Promise<TakenSync | undefined> {
  const { rows } = await sql<TakenSync>`
    update syncs set state = 'running', lease_owner = ${owner}, lease_lock = ${processLock},
           lease_expires_at = now() + ${LEASE_SECONDS} * interval '1 second',
           started_at = coalesce(started_at, now()),
           -- A worker that hands a sync over clears its name, so a name here means a lost worker.
           listing_takeovers = listing_takeovers +
             (phase = 'listing' and lease_owner is not null)::int
    where id = ${syncId} and state in ('queued', 'running')
      and not is_leased(lease_expires_at, lease_lock)
    returning source_id, phase`.execute(tx)
  const [leased] = rows
  if (!leased) return undefined
  await sql`
    update sync_pages set claimed_by = null, interruptions = interruptions + 1,
           state = case when interruptions + 1 >= ${MAX_INTERRUPTIONS} then 'failed' else 'found' end,
           reason = case when interruptions + 1 >= ${MAX_INTERRUPTIONS}
                         then 'The worker stopped each time it tried to fetch this.' end
    where sync_id = ${syncId} and state = 'fetching'`.execute(tx)
  return leased
}

/** Releases the lease so that another worker continues, at once or after a delay. */
export async function handOver(
  { deps, tenant, syncId, owner }: LeasedSync<Pick<SyncDeps, 'db' | 'queue'>>,
  delaySeconds = 0,
): Promise<void> {
  const { workspaceId, knowledgeBaseId } = tenant
  await withTenant(deps.db, tenant, async (tx) => {
    const released = await tx
      .updateTable('syncs')
      .set({
        lease_owner: null,
        lease_lock: null,
        lease_expires_at: sql<Date>`now() + ${delaySeconds} * interval '1 second'`,
      })
      .where('id', '=', syncId)
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst()
    if (!released) return
    await noteDueSyncs(tx, knowledgeBaseId)
    const job = { workspaceId, knowledgeBaseId, syncId }
    await enqueue(deps.queue, tx, 'sync-source', job, syncId, { delaySeconds })
  })
}

/** Renews the lease, and aborts the work when the lease is lost or the sync is cancelled. */
export function keepLease({ deps, tenant, syncId, owner }: LeasedSync<Pick<SyncDeps, 'db'>>): {
  signal: AbortSignal
  stop(): void
} {
  const controller = new AbortController()
  let lastKeptMs = performance.now()
  let isBeating = false

  async function beat(): Promise<void> {
    const row = await withTenant(deps.db, tenant, (tx) => renew(tx, syncId, owner))
    if (!row) controller.abort(new LeaseLost('The lease of the sync was lost'))
    else if (row.cancel_requested) controller.abort(new Cancelled('The sync was cancelled.'))
    lastKeptMs = performance.now()
  }

  const timer = setInterval(() => {
    if (performance.now() - lastKeptMs > LEASE_SECONDS * 1000) {
      controller.abort(new LeaseLost('The lease of the sync could not be kept'))
    }
    if (isBeating) return
    isBeating = true
    // The work itself notices when the database is unavailable.
    beat()
      .catch(() => undefined)
      .finally(() => (isBeating = false))
  }, HEARTBEAT_MS)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}

async function renew(tx: TenantTransaction, syncId: string, owner: string) {
  const row = await tx
    .updateTable('syncs')
    .set({ lease_expires_at: sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'` })
    .where('id', '=', syncId)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'running')
    .returning('cancel_requested')
    .executeTakeFirst()
  return row
}
