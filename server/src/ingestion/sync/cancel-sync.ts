import { sql } from 'kysely'
import { Refusal } from '../../platform/refusal.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import type { EndedSync } from './sync-counts.ts'
import { endSync } from './end-sync.ts'

export const CANCELLED = { state: 'cancelled', reason: 'The sync was cancelled.' } as const

/** The sync's worker notices within a second. Without a worker, the sync ends here and is returned. */
export async function cancelSync(unit: UnitOfWork, syncId: string): Promise<EndedSync | undefined> {
  const { tx } = unit
  const sync = await tx
    .updateTable('syncs')
    .set({ cancel_requested: true })
    .where('id', '=', syncId)
    .where('state', 'in', ['queued', 'running'])
    .returning(
      sql<boolean>`lease_owner is not null and is_leased(lease_expires_at, lease_lock)`.as(
        'is_worked_on',
      ),
    )
    .executeTakeFirst()
  if (!sync) throw new Refusal('CONFLICT')
  return sync.is_worked_on ? undefined : endSync(unit, syncId, CANCELLED)
}
