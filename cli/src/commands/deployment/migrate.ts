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
    .option(
      '--plan',
      'print what would be applied, what it does and who has to wait for it, and change nothing',
    )
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
  for (const { name, description, effects, keepsVersionBefore } of planned) {
    console.log(`${name}\n  ${description}`)
    for (const effect of effects) console.log(`  ${describeEffect(effect)}`)
    if (!keepsVersionBefore)
      console.log('  The version before cannot run on it: the way back is the backup.')
  }
  if (planned.length > 0 && planned.every(({ keepsVersionBefore }) => keepsVersionBefore))
    console.log('The version before keeps running, during and after.')
}

type Effect = Awaited<ReturnType<typeof Server.planMigrations>>[number]['effects'][number]

const KEPT_OUT = {
  nobody: 'nobody waits',
  writers: 'writers wait',
  everybody: 'readers and writers wait',
} as const satisfies Record<Effect['keepsOut'], string>

const WORK = {
  nothing: 'for a moment',
  'changes some': 'while some of its rows are changed',
  'reads all': 'while all its rows are read',
  'rewrites all': 'while all its rows are written anew',
} as const satisfies Record<Effect['work'], string>

function describeEffect({ table, keepsOut, work, rows, bytes }: Effect): string {
  const counted = rows === null ? 'rows not counted yet' : `about ${rows.toLocaleString('en')} rows`
  const size = `${Math.max(bytes / 1e6, 0.1).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
  return `${table} (${counted}, ${size}): ${KEPT_OUT[keepsOut]} ${WORK[work]}.`
}
