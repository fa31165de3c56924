import type { Key, KeyInput } from '@footnote/client/admin'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
type CreateOptions = Options & {
  name: string
  kind: KeyInput['kind']
  group: string[]
  captcha: string[]
  origin?: string[]
  address: string[]
  expires?: string
}

export function addKeysCommand(program: Command, settings: Settings): void {
  const keys = program
    .command('keys')
    .description('client keys: credentials that pages and servers ask with')
  addCreate(keys, settings)
  addList(keys, settings)
  addRevoke(keys, settings)
}

const addSubcommand = (keys: Command, usage: string, description: string): Command =>
  addAdminOptions(keys.command(usage).description(description)).requiredOption(
    '--knowledge-base <id>',
    'the knowledge base the key belongs to',
  )

function addCreate(keys: Command, settings: Settings): void {
  addSubcommand(keys, 'create', 'create a client key; its secret is shown only once')
    .option('--name <name>', 'a name to tell keys apart', 'Created with the CLI')
    .addOption(
      new Option('--kind <kind>', 'public: for web pages; secret: an id and a secret, for servers')
        .choices(['public', 'secret'])
        .default('public'),
    )
    .option('--group <id...>', 'limit the key to these source groups', [])
    .option('--captcha <host...>', 'require a CAPTCHA token issued on one of these hosts', [])
    .option('--origin <origin...>', 'allow only pages of these origins to use the key')
    .option('--address <address...>', 'allow only these IP addresses and CIDR blocks', [])
    .option('--expires <time>', 'when the key stops working, such as 2027-06-30T00:00:00Z')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      '\nExample:\n  footnote keys create --knowledge-base 0199c1f2-… --name "Docs site"',
    )
    .action(async (options: CreateOptions) => {
      const { knowledgeBase, name, kind, group, captcha, origin = null } = options
      const { address, expires = null } = options
      const admin = connectAsAdmin(options, settings)
      const key = await admin.keys.create(knowledgeBase, {
        name,
        kind,
        allowed_group_ids: group,
        captcha: captcha.length > 0,
        captcha_hostnames: captcha,
        allowed_origins: origin,
        allowed_addresses: address,
        expires_at: expires,
      })
      printRecord(key, options)
    })
}

function addList(keys: Command, settings: Settings): void {
  addSubcommand(keys, 'list', 'list client keys, including revoked ones')
    .option(...JSON_FLAG)
    .addHelpText('after', '\nExample:\n  footnote keys list --knowledge-base 0199c1f2-…')
    .action(async (options: Options) => {
      const list = await connectAsAdmin(options, settings).keys.list(options.knowledgeBase)
      if (options.json) printJson(list)
      else console.log(renderTable([HEADINGS, ...list.keys.map(toRow)]))
    })
}

const HEADINGS = ['ID', 'KIND', 'ENDS IN', 'STATE', 'EXPIRES', 'ADDRESSES', 'LAST USED', 'NAME']

const toRow = (key: Key): string[] => [
  key.id,
  key.kind,
  key.hint,
  getState(key),
  key.expires_at?.slice(0, 10) ?? 'never',
  key.allowed_addresses.join(' ') || 'any',
  key.last_used_at?.slice(0, 10) ?? 'never',
  key.name,
]

function getState({ revoked_at, expires_at }: Key): string {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active'
}

function addRevoke(keys: Command, settings: Settings): void {
  addSubcommand(keys, 'revoke <id>', 'revoke a client key; it is refused within 5 seconds')
    .addHelpText(
      'after',
      '\nExample:\n  footnote keys revoke 0199c1f3-… --knowledge-base 0199c1f2-…',
    )
    .action(async (id: string, options: Options) => {
      await connectAsAdmin(options, settings).keys.revoke(options.knowledgeBase, id)
      console.log(`revoked ${id}`)
    })
}
