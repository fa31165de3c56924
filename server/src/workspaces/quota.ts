import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'

/** The workspace has used its monthly allowance. */
export class AllowanceSpent extends Error {}

/**
 * Reserves one question of the allowance until the reservation is committed or released, or its lease
 * ends. False if none is left. Written as literals because it is part of a statement without parameters.
 */
export const reservation = (
  reservationId: string,
  leaseSeconds: number,
): RawBuilder<boolean> => sql<boolean>`reserve_question(
    ${sql.lit(reservationId)}, make_interval(secs => ${sql.lit(leaseSeconds)}))`

/** Counts the question as answered, in the transaction that stores the answer. */
export const committedReservation = (reservationId: string): RawBuilder<null> =>
  sql<null>`settle_question(${reservationId})`

export async function commitReservation(
  tx: TenantTransaction,
  reservationId: string,
): Promise<void> {
  await sql`select ${committedReservation(reservationId)}`.execute(tx)
}

export async function releaseReservation(
  db: Db,
  tenant: Tenant,
  reservationId: string,
): Promise<void> {
  await withTenant(db, tenant, (tx) =>
    tx.deleteFrom('question_reservations').where('id', '=', reservationId).execute(),
  )
}

/** Questions answered this month, by the database's clock. */
export async function findUsage(
  tx: TenantTransaction,
): Promise<{ month: string; answered: number }> {
  const { rows } = await sql<{ month: string; answered: number }>`
    select to_char(m.month, 'YYYY-MM-DD') as month, coalesce(c.answered, 0) as answered
    from (select date_trunc('month', now() at time zone 'utc')::date as month) m
    left join question_counts c on c.workspace_id = current_workspace() and c.month = m.month`.execute(
    tx,
  )
  const [usage] = rows
  if (!usage) throw new Error('The database knows no month')
  return usage
}
