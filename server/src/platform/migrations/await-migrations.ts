import { setTimeout as sleep } from 'node:timers/promises'
import { withOwner } from '../database/owner-connection.ts'
import { knownMigrations, SchemaError } from './migrate.ts'
import { readSchema, schemaProblem } from './schema-version.ts'

/** Longer than a migration waits for its locks. */
const MOST_MS = 600_000
const PAUSE_MS = 1_000

/**
 * Waits until another process has migrated the database, so that this version can run on it. On a first
 * installation the login is made by that process too, so whatever fails is tried again until the end.
 */
export async function awaitMigrations(
  databaseUrl: string,
  onWaiting: (reason: string) => void,
  mostMs = MOST_MS,
): Promise<void> {
  const known = await knownMigrations()
  const read = () => withOwner({ connectionString: databaseUrl }, (client) => readSchema(client))
  const endMs = performance.now() + mostMs
  for (let told = ''; ; await sleep(PAUSE_MS)) {
    const isLast = performance.now() >= endMs
    const schema = await read().catch((error: unknown) => {
      if (isLast) throw error
      return error instanceof Error ? error : new Error('The database cannot be read.')
    })
    const problem = schema instanceof Error ? schema.message : schemaProblem(schema, known)
    if (problem === null) return
    if (isLast) throw new SchemaError(problem)
    if (problem !== told) onWaiting(problem)
    told = problem
  }
}
