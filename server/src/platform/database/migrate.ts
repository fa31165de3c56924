import { applicationFile } from '../application-files.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { MigrationProvider } from 'kysely/migration'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { installQueue } from '../queue.ts'

const MIGRATIONS_DIR = applicationFile('server/migrations')

/** For a host that accepts the connection and never responds. */
const CONNECT_TIMEOUT_MS = 10_000

/** Longer than any migration so far. After this the operator is told that another one is running. */
const LOCK_TIMEOUT_MS = 600_000
/** The advisory lock of the migrations: any number that nothing else locks. */
const LOCK_ID = '7031459260128774'

/** Plain SQL files, forward only, each in the transaction that Kysely's migrator holds. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql'))
    const migrations = names.map(async (name) => {
      const text = await readFile(join(MIGRATIONS_DIR, name), 'utf8')
      return [
        name.replace(/\.sql$/, ''),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
      ] as const
    })
    return Object.fromEntries(await Promise.all(migrations))
  },
}

/** The names of the migrations that this version has, in order. */
export const knownMigrations = async (): Promise<string[]> =>
  Object.keys(await sqlFiles.getMigrations()).sort()

/** Brings the database to the newest schema. Safe to run twice and by two processes at once. */
export async function migrate(databaseUrl: string): Promise<{ applied: string[] }> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 3,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    // Kysely releases its own lock before the queue and its grants are set up, which conflict too.
    const unlock = await lockMigrations(pool)
    try {
      const migrator = new Migrator({ db, provider: sqlFiles, migrationTableName: 'migrations' })
      const { error, results = [] } = await migrator.migrateToLatest()
      const failed = results.find((result) => result.status === 'Error')
      if (error !== undefined) throw new MigrationError(failed?.migrationName ?? null, error)
      await installQueue(databaseUrl, db)
      return { applied: results.map((result) => result.migrationName) }
    } finally {
      unlock()
    }
  } finally {
    await db.destroy()
  }
}

/** Waits for another run. The lock is released with its connection. */
async function lockMigrations(pool: pg.Pool): Promise<() => void> {
  const client = await pool.connect()
  // If the database goes away, the work itself fails.
  client.on('error', () => undefined)
  try {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query('select pg_advisory_lock($1)', [LOCK_ID])
  } catch (error) {
    client.release(true)
    throw error
  }
  return () => client.release(true)
}

/** Why the migrations failed; the cause has the details. */
export class MigrationError extends Error {
  /** The migration that failed; null when none was reached. */
  readonly migration: string | null

  constructor(migration: string | null, cause: unknown) {
    super(`Migration ${migration ?? 'set-up'} failed`, { cause })
    this.name = 'MigrationError'
    this.migration = migration
  }
}
