import type { Command } from 'commander'
import { Failure, USAGE_EXIT_CODE } from '../../failure.ts'
import { readSecret } from '../../read-secret.ts'
import type { Settings } from '../../settings.ts'
import { withServer } from '../../with-server.ts'

/** The minimum that the API requires. */
const MIN_PASSWORD_CHARACTERS = 12

const EXAMPLES = `
It takes the settings of the service. The password is asked for, or read from standard input.

Examples:
  footnote admin create --email ada@example.com --name Ada
  pass show footnote | footnote admin create --email ada@example.com --name Ada`

type Options = { email: string; name: string }

export function addAdminCommand(program: Command, settings: Settings): void {
  program
    .command('admin')
    .description('who owns the installation')
    .command('create')
    .description('create somebody who may do anything, such as the first owner')
    .requiredOption('--email <address>', 'with which they sign in')
    .requiredOption('--name <name>', 'as colleagues see it')
    .addHelpText('after', EXAMPLES)
    .action(async ({ email, name }: Options) => {
      const password = await readSecret(`A password for ${email}: `)
      if (password.length < MIN_PASSWORD_CHARACTERS) {
        const message = `The password needs at least ${MIN_PASSWORD_CHARACTERS} characters.`
        throw new Failure(message, USAGE_EXIT_CODE)
      }
      const owner = { email, name, password }
      const created = await withServer(settings.databaseUrl, (server) =>
        server.createFirstOwner(owner),
      )
      console.log(`${created.email} can sign in now.`)
    })
}
