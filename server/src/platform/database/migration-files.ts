import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration, MigrationProvider } from 'kysely/migration'
import type pg from 'pg'

/**
 * How long a statement waits for a lock. Whoever uses the table next waits behind it, so this is how
 * long readers may be held up by a migration that a long transaction keeps waiting.
 */
const LOCK_WAIT_MS = 2_000

/** The first line of a file that builds indexes while the tables are written to. */
const OUTSIDE_A_TRANSACTION = '-- Outside a transaction.'

/** Plain SQL files, forward only. */
export const migrationFiles = (folder: string, pool: pg.Pool): MigrationProvider => ({
  async getMigrations() {
    const migrations = (await namesIn(folder)).map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(join(folder, `${name}.sql`), 'utf8')
      const up = text.startsWith(OUTSIDE_A_TRANSACTION)
        ? () => runOutside(pool, text)
        : (db: Kysely<unknown>) => runInside(db, text)
      return [name, { up }]
    })
    return Object.fromEntries(await Promise.all(migrations))
  },
})

/** The names of the migrations in a folder, in order. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  return names.map((name) => name.replace(/\.sql$/, '')).sort()
}

/** What a migration does: the comment that its file begins with. */
export async function descriptionOf(folder: string, name: string): Promise<string> {
  const text = await readFile(join(folder, `${name}.sql`), 'utf8')
  const comment = /^(?:--.*\n)+/.exec(text)?.[0] ?? ''
  const lines = comment.split('\n').map((line) => line.replace(/^-- ?/, '').trim())
  return lines.join(' ').trim()
}

/** In the transaction that Kysely's migrator holds. */
async function runInside(db: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`).execute(db)
  await sql.raw(text).execute(db)
}

/**
 * Statement by statement on a connection of its own. One that was interrupted runs again from its first
 * statement, so each of them must be repeatable.
 */
async function runOutside(pool: pg.Pool, text: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`)
    for (const statement of text.split(/;\s*$/m)) {
      if (statement.replaceAll(/^--.*$/gm, '').trim() !== '') await client.query(statement)
    }
  } finally {
    client.release(true)
  }
}
