import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { NewTurn } from '../../../server/src/conversations/save-turn.ts'
import { countedTurn, savedTurn } from '../../../server/src/conversations/save-turn.ts'
import { PREPARED } from '../../../server/src/platform/database/prepared.ts'
import type { TenantTransaction } from '../../../server/src/platform/database/tenant.ts'

/** Stores a turn whose access nobody checks. False if its thread is gone. */
export const saveTurn = (tx: TenantTransaction, turn: NewTurn, reservationId: string) =>
  store(tx, savedTurn(turn, reservationId, sql`true`))

/** Counts a turn whose access nobody checks. */
export const countTurn = (tx: TenantTransaction, turn: NewTurn, reservationId: string) =>
  store(tx, countedTurn(turn, reservationId, sql`true`))

async function store(tx: TenantTransaction, tables: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`${PREPARED}with ${tables} select from stored`.execute(tx)
  return rows.length > 0
}
