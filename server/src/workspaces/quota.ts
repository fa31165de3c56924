import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'

/** The workspace has used its monthly allowance. */
export class AllowanceSpent extends Error {}

/**
 * Reserves one question of the allowance until the reservation is committed or released, or its lease
 * ends. False if none is left.
 */
export const reserveQuestionSql = (
  reservationId: string,
  leaseSeconds: number,
): RawBuilder<boolean> => sql<boolean>`reserve_question(
    ${reservationId}, make_interval(secs => ${leaseSeconds}))`

/** Whether what today's answers cost has reached the workspace's cap. */
export const costCapReached: RawBuilder<boolean> = sql<boolean>`cost_cap_reached()`

/**
 * Counts the question as answered, in the transaction that stores the answer, and notes which limits
 * are reached by it. They are told to the operator later.
 */
export const commitReservationSql = (reservationId: string): RawBuilder<null> =>
  sql<null>`commit_question(${reservationId}), note_limits()`

export async function commitReservation(
  tx: TenantTransaction,
  reservationId: string,
): Promise<void> {
  await sql`select ${commitReservationSql(reservationId)}`.execute(tx)
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

/** Counts what an answer cost that ended before its provider had counted the tokens. */
export async function countLostAnswer(
  db: Db,
  tenant: Tenant,
  model: string,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): Promise<void> {
  await withTenant(db, tenant, (tx) =>
    sql`select count_lost_answer(${model}, ${inputTokens}::int, ${outputTokens}::int)`.execute(tx),
  )
}

/** Counts what a model took for an operator's draft, and notes which limits are reached by it. */
export async function countDraft(
  db: Db,
  tenant: Tenant,
  model: string,
  tokens: { input_tokens: number | null; output_tokens: number | null },
): Promise<void> {
  await withTenant(db, tenant, (tx) =>
    sql`select count_draft(${model}, ${tokens.input_tokens}::int, ${tokens.output_tokens}::int)`.execute(
      tx,
    ),
  )
}
