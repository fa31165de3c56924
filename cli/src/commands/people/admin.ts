import type * as ServerModule from '@footnote/server/main'
import type { Command } from 'commander'
import { describeStartError } from '../../errors/describe-start-error.ts'
import { Failure, USAGE_EXIT_CODE } from '../../failure.ts'
import { count, plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'
import { readSecret } from '../../read-secret.ts'
import type { Settings } from '../../settings.ts'
import { withServer } from '../../with-server.ts'

/** The minimum that the API requires. */
const MIN_PASSWORD_CHARACTERS = 12

const EXAMPLES = `
It takes the settings of the service. A password is asked for, or read from standard input.

Examples:
  footnote admin list
  footnote admin create --email ada@example.com --name Ada
  pass show footnote | footnote admin create --email ada@example.com --name Ada
  footnote admin recover --email ada@example.com`

type Owners = (typeof ServerModule)['owners']
type Owner = Awaited<ReturnType<Owners['list']>>[number]

export function addAdminCommand(program: Command, { databaseUrl }: Settings): void {
  const admin = program
    .command('admin')
    .description('who owns the installation')
    .addHelpText('after', EXAMPLES)
  admin
    .command('list')
    .description('list who may do anything, and how they can sign in')
    .option(...JSON_FLAG)
    .action(async ({ json }: JsonOption) => {
      const owners = await withServer(databaseUrl, (server) => server.owners.list())
      if (json) printJson({ owners })
      else console.log(renderTable([HEADINGS, ...owners.map(toRow)]))
    })
  admin
    .command('create')
    .description('create somebody who may do anything, such as the first owner')
    .requiredOption('--email <address>', 'with which they sign in')
    .requiredOption('--name <name>', 'as colleagues see it')
    .action(async ({ email, name }: { email: string; name: string }) => {
      const owner = { email, name, password: await askForPassword(email) }
      const created = await withServer(
        databaseUrl,
        (server) => server.owners.create(owner),
        (error, url) => (isTaken(error) ? taken(email) : describeStartError(error, url)),
      )
      console.log(`${created.email} can sign in now.`)
    })
  admin
    .command('recover')
    .description('let somebody in who cannot sign in, with a new password and as an owner')
    .requiredOption('--email <address>', 'with which they sign in')
    .action(async ({ email }: { email: string }) => {
      const password = await askForPassword(email)
      const recovered = await withServer(databaseUrl, (server) =>
        server.owners.recover({ email, password }),
      )
      if (!recovered) {
        throw new Failure(`Nobody has the address ${email}. footnote admin create makes an owner.`)
      }
      console.log(
        `${recovered.email} can sign in now, without a second factor. Their sessions ended.`,
      )
    })
}

async function askForPassword(email: string): Promise<string> {
  const password = await readSecret(`A password for ${email}: `)
  if (password.length >= MIN_PASSWORD_CHARACTERS) return password
  const message = `The password needs at least ${MIN_PASSWORD_CHARACTERS} characters.`
  throw new Failure(message, USAGE_EXIT_CODE)
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'CONFLICT'

const taken = (email: string): string =>
  `Somebody has the address ${email} already. To let them in again, as an owner:\n` +
  `  footnote admin recover --email ${email}`

const HEADINGS = ['ID', 'PASSWORD', 'SECOND FACTOR', 'PASSKEYS', 'LAST SEEN', 'EMAIL', 'NAME']

const toRow = (owner: Owner): string[] => [
  owner.id,
  owner.has_password ? 'yes' : 'no',
  owner.two_factor ? 'yes' : 'no',
  count(owner.passkeys),
  owner.last_seen_at?.toISOString() ?? '-',
  plain(owner.email),
  plain(owner.name),
]
