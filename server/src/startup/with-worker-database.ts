import type { Config } from '../config/config.ts'
import type { Db } from '../platform/database/db.ts'
import { openDatabase } from '../platform/database/db.ts'

/** The worker's database, for one command at a terminal. */
export async function withWorkerDatabase<Result>(
  config: Config,
  statementTimeoutMs: number,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { db } = openDatabase({
    url: config.WORKER_DATABASE_URL,
    role: 'footnote_worker',
    maxConnections: 2,
    statementTimeoutMs,
    onIdleError: () => undefined,
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
