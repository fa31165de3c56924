import type * as Server from '@footnote/server/main'
import type { Command } from 'commander'
import type { Settings } from '../../settings.ts'
import { describeMigrateError } from '../../errors/describe-migrate-error.ts'
import { withServer } from '../../with-server.ts'

export function addMigrateCommand(program: Command, settings: Settings): void {
  program
    .command('migrate')
    .description('migrate the database at DATABASE_URL')
    .option(
      '--set-logins',
      'let footnote_api and footnote_worker log in with the passwords in API_DATABASE_URL and WORKER_DATABASE_URL',
    )
    .option(
      '--wait',
      'change nothing, and wait until another process has migrated the database, for ten minutes at most',
    )
    .option('--plan', 'print what would be applied and what it does, and change nothing')
    .addHelpText(
      'after',
      `
Examples:
  DATABASE_URL=postgres://… footnote migrate
  DATABASE_URL=postgres://… footnote migrate --plan`,
    )
    .action(async ({ setLogins = false, plan = false, wait = false }: Options) => {
      const run = (server: typeof Server) => {
        if (plan) return printPlan(server)
        return wait ? awaitOther(server) : apply(server, setLogins)
      }
      await withServer(settings.databaseUrl, run, describeMigrateError)
    })
}

type Options = { setLogins?: boolean; plan?: boolean; wait?: boolean }

const UP_TO_DATE = 'The database is up to date.'

async function apply(server: typeof Server, setLogins: boolean): Promise<void> {
  const { applied, newer } = await server.runMigrations({ setLogins })
  if (newer.length > 0) {
    console.log(
      `The database was migrated by a newer version of Footnote (${newer.join(', ')}). This version can run on it.`,
    )
  } else if (applied.length === 0) {
    console.log(UP_TO_DATE)
  }
  for (const name of applied) console.log(`applied ${name}`)
}

async function awaitOther(server: typeof Server): Promise<void> {
  await server.waitForMigrations((reason) => console.log(`waiting: ${reason}`))
  console.log(UP_TO_DATE)
}

async function printPlan(server: typeof Server): Promise<void> {
  const planned = await server.planMigrations()
  if (planned.length === 0) console.log(UP_TO_DATE)
  for (const { name, description } of planned) console.log(`${name}\n  ${description}`)
}
