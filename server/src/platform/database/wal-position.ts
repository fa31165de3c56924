import { sql } from 'kysely'
import type { Db } from './db.ts'

const POSITIONS = {
  written: sql`pg_current_wal_flush_lsn()`,
  replayed: sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`,
}

/**
 * In bytes since the beginning of the WAL: what a primary has written, or a standby replayed. Null: it is no
 * standby.
 */
export async function readPosition(db: Db, of: keyof typeof POSITIONS): Promise<bigint | null> {
  const { rows } = await sql<{ position: string | null }>`
    select (${POSITIONS[of]} - '0/0'::pg_lsn)::text as position`.execute(db)
  const position = rows[0]?.position ?? null
  return position === null ? null : BigInt(position)
}
