import { describeMigrateError } from '../../../cli/src/errors/describe-migrate-error.ts'
import { migrate } from '../../../server/src/platform/migrations/migrate.ts'

/** Migrates as `footnote migrate` does, in this process. Its names, or what the command would print. */
export async function tryMigrate(databaseUrl: string): Promise<string[] | string | undefined> {
  try {
    return (await migrate(databaseUrl)).applied
  } catch (error) {
    return describeMigrateError(error, databaseUrl)
  }
}
