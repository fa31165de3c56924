import type { AccessToken } from '@footnote/client/admin'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'
import { ROLES } from './people.ts'

type Options = AdminOptions & JsonOption & { workspace: string }
type CreateOptions = Options & { role: AccessToken['role']; days?: number }

const EXAMPLES = `
Examples:
  footnote tokens create "Docs build" --role editor --days 90 --workspace 0199c1f1-…
  FOOTNOTE_ADMIN_TOKEN=fnt_… footnote ingest ./docs --knowledge-base 0199c1f2-…
  footnote tokens revoke 0199e324-… --workspace 0199c1f1-…`

export function addTokensCommand(program: Command, settings: Settings): void {
  const tokens = program
    .command('tokens')
    .description('access tokens for programs, such as a CI job')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(tokens.command(usage).description(description))
      .requiredOption('--workspace <id>', 'the workspace')
      .option(...JSON_FLAG)
  command('create <name>', 'create a token; it is shown once')
    .addOption(
      new Option('--role <role>', 'the most that it may do').choices(ROLES).default('editor'),
    )
    .option('--days <days>', 'until it expires (default: 90)', readDays)
    .action(async (name: string, options: CreateOptions) => {
      const { accessTokens } = connectAsAdmin(options, settings)
      const { role, days: expires_in_days, workspace } = options
      printRecord(await accessTokens.create(workspace, { name, role, expires_in_days }), options)
    })
  command('list', 'list tokens that are in use').action(async (options: Options) => {
    const { accessTokens } = connectAsAdmin(options, settings)
    const list = await accessTokens.list(options.workspace)
    if (options.json) printJson(list)
    else console.log(renderTable([HEADINGS, ...list.tokens.map(toRow)]))
  })
  command('revoke <id>', 'revoke a token; it is refused at once').action(
    async (id: string, options: Options) => {
      await connectAsAdmin(options, settings).accessTokens.revoke(options.workspace, id)
      console.log('Revoked.')
    },
  )
}

function readDays(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It must be a number of days.')
  return Number(text)
}

const HEADINGS = ['ID', 'ROLE', 'HINT', 'EXPIRES', 'LAST USED', 'NAME']

const toRow = (token: AccessToken): string[] => [
  token.id,
  token.role,
  token.hint,
  token.expires_at,
  token.last_used_at ?? '-',
  plain(token.name),
]
