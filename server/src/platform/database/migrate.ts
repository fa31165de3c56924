import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { applicationFile } from '../application-files.ts'
import { installQueue } from '../queue.ts'
import { MigrationDialect } from './migration-dialect.ts'
import { descriptionOf, migrationFiles, namesIn } from './migration-files.ts'
import type { Schema } from './schema-version.ts'
import { developmentProblem, isNewerButUsable, readSchema } from './schema-version.ts'

const MIGRATIONS_DIR = applicationFile('server/migrations')

/** For a host that accepts the connection and never responds. */
const CONNECT_TIMEOUT_MS = 10_000

/** Longer than any migration so far. After this the operator is told that another one is running. */
const LOCK_TIMEOUT_MS = 600_000
/** The advisory lock of the migrations: any number that nothing else locks. */
const LOCK_ID = '7031459260128774'

/** A migration that is kept from its tables lets others through and tries again, for two minutes. */
const LOCK_ATTEMPTS = 30
const LOCK_PAUSE_MS = 2_000
const LOCK_NOT_AVAILABLE = '55P03'

/** The names of the migrations that this version has, in order. */
export const knownMigrations = (): Promise<string[]> => namesIn(MIGRATIONS_DIR)

export type Migrated = {
  applied: string[]
  /** Migrations of a newer version that are in the database. This version can run on them. */
  newer: string[]
}

/** Brings the database to the newest schema. Safe to run twice and by two processes at once. */
export async function migrate(databaseUrl: string): Promise<Migrated> {
  return withOwner(databaseUrl, async (pool, db) => {
    // Kysely releases its own lock before the queue and its grants are set up, which conflict too.
    const unlock = await lockMigrations(pool)
    try {
      const known = await knownMigrations()
      const schema = await readMigratable(pool, known)
      // The queue is as new as the schema.
      if (isNewerButUsable(schema, known)) {
        return { applied: [], newer: schema.applied.filter((name) => !known.includes(name)) }
      }
      const applied = await applyAll(pool, db, MIGRATIONS_DIR)
      await installQueue(databaseUrl, db)
      return { applied, newer: [] }
    } finally {
      unlock()
    }
  })
}

export type PlannedMigration = { name: string; description: string }

/** What `migrate` would apply, and what each migration does. */
export async function planMigrations(databaseUrl: string): Promise<PlannedMigration[]> {
  return withOwner(databaseUrl, async (pool) => {
    const known = await knownMigrations()
    const { applied } = await readMigratable(pool, known)
    const pending = known.filter((name) => !applied.includes(name))
    return Promise.all(
      pending.map(async (name) => ({
        name,
        description: await descriptionOf(MIGRATIONS_DIR, name),
      })),
    )
  })
}

async function readMigratable(pool: pg.Pool, known: readonly string[]): Promise<Schema> {
  const schema = await readSchema(pool)
  const problem = developmentProblem(schema, known)
  if (problem !== null) throw new DevelopmentSchemaError(problem)
  return schema
}

/**
 * A transaction each: what was applied stays applied, and no lock is held for longer than one of them
 * takes.
 */
export async function applyAll(
  pool: pg.Pool,
  db: Kysely<unknown>,
  folder: string,
  { attempts = LOCK_ATTEMPTS, pauseMs = LOCK_PAUSE_MS } = {},
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: migrationFiles(folder, pool),
    migrationTableName: 'migrations',
  })
  const applied: string[] = []
  for (let attempt = 1; ;) {
    const { error, results = [] } = await migrator.migrateUp()
    const [result] = results
    if (error !== undefined) {
      if (!isLocked(error) || attempt === attempts) {
        throw new MigrationError(result?.migrationName ?? null, error)
      }
      attempt += 1
      await sleep(pauseMs)
    } else if (result) {
      applied.push(result.migrationName)
      attempt = 1
    } else {
      return applied
    }
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE

async function withOwner<Result>(
  databaseUrl: string,
  work: (pool: pg.Pool, db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 3,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // If the database goes away, the work itself fails.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) })
  try {
    return await work(pool, db)
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

/** The database is of a version that was never published. The message says what to do. */
export class DevelopmentSchemaError extends Error {
  override readonly name = 'DevelopmentSchemaError'
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
