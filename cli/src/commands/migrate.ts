import type { Command } from 'commander'
import type { Settings } from '../settings.ts'
import { withServer } from '../with-server.ts'

export function addMigrateCommand(program: Command, settings: Settings): void {
  program
    .command('migrate')
    .description('bring the database at DATABASE_URL up to date')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://… footnote migrate')
    .action(async () => {
      const applied = await withServer(settings.databaseUrl, (server) => server.runMigrations())
      if (applied.length === 0) console.log('The database is up to date.')
      for (const name of applied) console.log(`applied ${name}`)
    })
}
