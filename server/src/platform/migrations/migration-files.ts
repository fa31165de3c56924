import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * How long a statement waits for a lock. Whoever uses the table next waits behind it, so this is how
 * long readers may be held up by a migration that a long transaction keeps waiting.
 */
const LOCK_WAIT_MS = 2_000

/** The first line of a file that builds indexes while the tables are written to. */
const OUTSIDE_A_TRANSACTION = '-- Outside a transaction.'

/** The names of the migrations in a folder, in order. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  return names.map((name) => name.replace(/\.sql$/, '')).sort()
}

export const readMigration = (folder: string, name: string): Promise<string> =>
  readFile(join(folder, `${name}.sql`), 'utf8')

/** What a migration does: the comment that its file begins with. */
export function getDescription(sql: string): string {
  const comment = /^(?:--.*\n)+/.exec(sql)?.[0] ?? ''
  const lines = comment.split('\n').map((line) => line.replace(/^-- ?/, '').trim())
  return lines.join(' ').trim()
}

/** Applies one migration, and records it. */
export async function applyMigration(
  client: pg.ClientBase,
  folder: string,
  name: string,
): Promise<void> {
  const text = await readMigration(folder, name)
  const record = () =>
    client.query('insert into migrations (name, timestamp) values ($1, $2)', [
      name,
      new Date().toISOString(),
    ])
  if (text.startsWith(OUTSIDE_A_TRANSACTION)) {
    await runStatements(client, text)
    await record()
    return
  }
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    await client.query(text)
    await record()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Statement by statement. A migration that was interrupted runs again from its first statement, so each
 * of them must be repeatable.
 */
async function runStatements(client: pg.ClientBase, text: string): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`)
  for (const statement of text.split(/;\s*$/m)) {
    if (statement.replaceAll(/^--.*$/gm, '').trim() !== '') await client.query(statement)
  }
}
