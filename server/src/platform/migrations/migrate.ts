import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { applicationFile } from '../application-files.ts'
import { isLockTimeout } from '../database/database-errors.ts'
import { withOwner } from '../database/owner-connection.ts'
import { installQueue } from '../queue.ts'
import type { SizedEffect } from './migration-effects.ts'
import { getEffects, keepsVersionBefore, sizedEffects } from './migration-effects.ts'
import { applyMigration, getDescription, namesIn, readMigration } from './migration-files.ts'
import type { Schema } from './schema-version.ts'
import { isNewerButUsable, migrationProblem, readSchema } from './schema-version.ts'

const MIGRATIONS_DIR = applicationFile('server/migrations')

/** Longer than any migration so far. After this the operator is told that another one is running. */
const LOCK_TIMEOUT_MS = 600_000
const LOCK_RETRY_MS = 200
const STILL_RUNNING =
  'Another migration of this database is running. Wait for it to finish and run footnote migrate again.'
/** The advisory lock of the migrations: any number that nothing else locks. */
const LOCK_ID = '7031459260128774'

/** A migration that is kept from its tables lets others through and tries again, for two minutes. */
const LOCK_ATTEMPTS = 30
const LOCK_PAUSE_MS = 2_000

/** The names of the migrations that this version has, in order. */
export const knownMigrations = (): Promise<string[]> => namesIn(MIGRATIONS_DIR)

export type Migrated = {
  applied: string[]
  /** Migrations of a newer version that are in the database. This version can run on them. */
  newer: string[]
}

/** Brings the database to the newest schema. Safe to run twice and by two processes at once. */
export const migrate = (databaseUrl: string): Promise<Migrated> =>
  withOwner({ connectionString: databaseUrl }, async (client) => {
    await lockMigrations(client)
    const known = await knownMigrations()
    const schema = await readMigratable(client, known)
    // The queue is as new as the schema.
    if (isNewerButUsable(schema, known)) {
      return { applied: [], newer: schema.applied.filter((name) => !known.includes(name)) }
    }
    const applied = await applyAll(client, MIGRATIONS_DIR)
    await installQueue(databaseUrl, client)
    return { applied, newer: [] }
  })

/**
 * Waits for another run. The lock is released with its connection. It is asked for again and again: a
 * statement that waits for it has a snapshot, and the other run may build an index concurrently, which
 * waits for all snapshots.
 */
async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  const givesUpAt = performance.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const { rows } = await client.query<{ is_locked: boolean }>(
      'select pg_try_advisory_lock($1) as is_locked',
      [LOCK_ID],
    )
    if (rows[0]?.is_locked) return
    if (performance.now() > givesUpAt) throw new SchemaError(STILL_RUNNING)
    await sleep(LOCK_RETRY_MS)
  }
}

export type PlannedMigration = {
  name: string
  description: string
  /** What it does to tables that are there. */
  effects: SizedEffect[]
  /** Whether the version before can run on the schema. */
  keepsVersionBefore: boolean
}

/** What `migrate` would apply, and what each migration does. */
export const planMigrations = (databaseUrl: string): Promise<PlannedMigration[]> =>
  withOwner({ connectionString: databaseUrl }, async (client) => {
    const known = await knownMigrations()
    const { applied } = await readMigratable(client, known)
    const pending = known.filter((name) => !applied.includes(name))
    const planned: PlannedMigration[] = []
    for (const name of pending) {
      const sql = await readMigration(MIGRATIONS_DIR, name)
      planned.push({
        name,
        description: getDescription(sql),
        effects: await sizedEffects(client, getEffects(sql)),
        keepsVersionBefore: keepsVersionBefore(sql),
      })
    }
    return planned
  })

async function readMigratable(client: pg.ClientBase, known: readonly string[]): Promise<Schema> {
  const schema = await readSchema(client)
  const problem = migrationProblem(schema, known)
  if (problem !== null) throw new SchemaError(problem)
  return schema
}

/**
 * A transaction each: what was applied stays applied, and no lock is held for longer than one of them
 * takes.
 */
export async function applyAll(
  client: pg.ClientBase,
  folder: string,
  { attempts = LOCK_ATTEMPTS, pauseMs = LOCK_PAUSE_MS } = {},
): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, timestamp text not null)',
  )
  const { applied } = await readSchema(client)
  const pending = (await namesIn(folder)).filter((name) => !applied.includes(name))
  for (const name of pending) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await applyMigration(client, folder, name)
        break
      } catch (error) {
        if (!isLockTimeout(error) || attempt === attempts) throw new MigrationError(name, error)
        await sleep(pauseMs)
      }
    }
  }
  return pending
}

/** This version cannot migrate what is there. The message says what to do. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** Why the migrations failed; the cause has the details. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
  readonly migration: string

  constructor(migration: string, cause: unknown) {
    super(`Migration ${migration} failed`, { cause })
    this.migration = migration
  }
}
