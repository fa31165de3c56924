import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { Tenant, TenantTransaction } from '../platform/tenant.ts'
import { withTenant } from '../platform/tenant.ts'

/** The workspace has used its monthly allowance. */
export class AllowanceSpent extends Error {}

/**
 * Holds a question back from the allowance until it is settled, given back, or its lease ends. False
 * when none is left. Literals: it goes in one text with what else an answer starts from.
 */
export const reservation = (
  reservationId: string,
  leaseSeconds: number,
): RawBuilder<boolean> => sql<boolean>`reserve_question(
    ${sql.lit(reservationId)}, make_interval(secs => ${sql.lit(leaseSeconds)}))`

/** Counts the question as answered, in the transaction that stores the answer. */
export const settlement = (reservationId: string): RawBuilder<null> =>
  sql<null>`settle_question(${reservationId})`

export async function settleQuestion(tx: TenantTransaction, reservationId: string): Promise<void> {
  await sql`select ${settlement(reservationId)}`.execute(tx)
}

export async function releaseQuestion(
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
