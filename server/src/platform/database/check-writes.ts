import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Load balancers ask every few seconds, of each process. */
const WRITE_INTERVAL_MS = 10_000

/**
 * Fails where the database does not answer or does not commit: it is read-only, or the disk of its
 * write-ahead log is full, or the standby that it waits for is gone. It writes at most once in 10 s, a
 * message to that log, which no table has.
 */
export function createWriteCheck(db: Db, now: () => number = Date.now): () => Promise<void> {
  let writtenAtMs = -Infinity
  return async () => {
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(db)
    if (rows[0]?.isReadOnly !== false) throw new Error('The database is read-only')
    if (now() - writtenAtMs < WRITE_INTERVAL_MS) return
    await sql`select pg_logical_emit_message(true, 'footnote', 'readyz')`.execute(db)
    writtenAtMs = now()
  }
}
