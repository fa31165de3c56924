import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { MigrationProvider } from 'kysely/migration'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { installQueue } from './queue.ts'

const MIGRATIONS_DIR = join(import.meta.dirname, '../../migrations')

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

/** Brings the database to the newest schema. Safe to run twice and by two processes at once. */
export async function migrate(databaseUrl: string): Promise<{ applied: string[] }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({ db, provider: sqlFiles, migrationTableName: 'migrations' })
    const { error, results = [] } = await migrator.migrateToLatest()
    const failed = results.find((result) => result.status === 'Error')
    if (error !== undefined) {
      throw new Error(`Migration ${failed?.migrationName ?? 'set-up'} failed`, { cause: error })
    }
    await installQueue(databaseUrl, db)
    return { applied: results.map((result) => result.migrationName) }
  } finally {
    await db.destroy()
  }
}
