import type { Command } from 'commander'
import type { Settings } from '../settings.ts'
import { describeMigrateError } from '../describe-migrate-error.ts'
import { withServer } from '../with-server.ts'

export function addMigrateCommand(program: Command, settings: Settings): void {
  program
    .command('migrate')
    .description('migrate the database at DATABASE_URL')
    .option(
      '--set-logins',
      'let footnote_api and footnote_worker log in with the passwords in API_DATABASE_URL and WORKER_DATABASE_URL',
    )
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://… footnote migrate')
    .action(async ({ setLogins = false }: { setLogins?: boolean }) => {
      const applied = await withServer(
        settings.databaseUrl,
        (server) => server.runMigrations({ setLogins }),
        describeMigrateError,
      )
      if (applied.length === 0) console.log('The database is up to date.')
      for (const name of applied) console.log(`applied ${name}`)
    })
}
