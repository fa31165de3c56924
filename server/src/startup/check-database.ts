import type { Config, Roles } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { DatabaseRoleError, requireSessions } from '../platform/database/connection-role.ts'
import type { OpenDatabase } from '../platform/database/db.ts'
import { knownMigrations } from '../platform/migrations/migrate.ts'
import { readSchema, schemaProblem } from '../platform/migrations/schema-version.ts'

/** Checked before anything is served. Throws a `ConfigError` with the cause and the remedy. */
export async function checkDatabase(
  config: Config,
  roles: Roles,
  { api, worker }: { api: OpenDatabase; worker: OpenDatabase },
): Promise<void> {
  if (roles.worker && config.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_URL is not set. A worker needs it to build vector indexes.')
  }
  await requireOwnSessions('API_DATABASE_URL', api)
  await requireOwnSessions('WORKER_DATABASE_URL', worker)
  const problem = schemaProblem(await readSchema(worker.pool), await knownMigrations())
  if (problem !== null) throw new ConfigError(problem)
}

/** No connection may serve if it could show one tenant the rows of another. */
async function requireOwnSessions(setting: string, { pool }: OpenDatabase): Promise<void> {
  try {
    await requireSessions(pool)
  } catch (error) {
    if (!(error instanceof DatabaseRoleError)) throw error
    throw new ConfigError(`${setting}: ${error.message}`, { cause: error })
  }
}
