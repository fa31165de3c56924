import { sql } from 'kysely'
import type { Db } from './database/db.ts'
import { WORKER_CONNECTION } from './database/process-lock.ts'

export type DatabaseFacts = {
  version: string
  pgvector: string | null
  sizeBytes: number
  latencyMs: number
  /** In the order in which they were applied. */
  migrations: string[]
  /** Host and process id of each worker that is alive. */
  workers: string[]
  queue: { waiting: number; active: number; failed: number; oldest_seconds: number | null }
}

/** What the database says about the deployment. It names no tenant. */
export async function readDatabaseFacts(workerDb: Db): Promise<DatabaseFacts> {
  const startedMs = performance.now()
  const facts = await readServer(workerDb)
  const latencyMs = Math.round((performance.now() - startedMs) * 10) / 10
  const migrations = await sql<{ name: string }>`
    select name from migrations order by name`.execute(workerDb)
  const workers = await sql<{ name: string }>`
    select substr(application_name, ${WORKER_CONNECTION.length + 1}) as name
    from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${WORKER_CONNECTION})
    order by 1`.execute(workerDb)
  return {
    ...facts,
    latencyMs,
    migrations: migrations.rows.map(({ name }) => name),
    workers: workers.rows.map(({ name }) => name),
    queue: await readQueue(workerDb),
  }
}

async function readServer(
  db: Db,
): Promise<Pick<DatabaseFacts, 'version' | 'pgvector' | 'sizeBytes'>> {
  const { rows } = await sql<{ version: string; pgvector: string | null; size: number }>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
           (select extversion from pg_extension where extname = 'vector') as pgvector,
           pg_database_size(current_database())::float8 as size`.execute(db)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row about the database')
  return { version: row.version, pgvector: row.pgvector, sizeBytes: row.size }
}

/** A job scheduled for later is not waiting yet. */
export async function readQueue(db: Db): Promise<DatabaseFacts['queue']> {
  const { rows } = await sql<DatabaseFacts['queue']>`
    select count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
           count(*) filter (where state = 'active')::int as active,
           count(*) filter (where state = 'failed')::int as failed,
           floor(extract(epoch from now() - min(start_after)
             filter (where state < 'active' and start_after <= now())))::int as oldest_seconds
    from pgboss.job where state in ('created', 'retry', 'active', 'failed')`.execute(db)
  return rows[0] ?? { waiting: 0, active: 0, failed: 0, oldest_seconds: null }
}
