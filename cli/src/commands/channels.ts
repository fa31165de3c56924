import type { Channel, ChannelConnection } from '@footnote/client/admin'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import type { YesOption } from '../confirm-deletion.ts'
import { confirmDeletion, YES_FLAG } from '../confirm-deletion.ts'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'
import { plain } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'

type Kind = Channel['kind']
type Options = AdminOptions & JsonOption & { knowledgeBase: string }
type CreateOptions = Options & { kind: Kind; group?: string[] }
type ConnectOptions = Options & { fromEnv?: string[]; apiUrl?: string }
type ChangeOptions = Options & {
  name?: string
  place?: string[]
  perMinute?: number
  unasked?: Channel['unasked']
  sayNotCovered?: 'yes' | 'no'
}

const EXAMPLES = `
Examples:
  footnote channels create "Company Slack" --knowledge-base 0199c1f2-…
  footnote channels create "Community" --kind discord --knowledge-base 0199c1f2-…
  footnote channels manifest 0199c1f4-… --knowledge-base 0199c1f2-… > manifest.json
  footnote channels connect 0199c1f4-… --knowledge-base 0199c1f2-…
  footnote channels change 0199c1f4-… --place C0123ABC C0456DEF --knowledge-base 0199c1f2-…`

export function addChannelsCommand(program: Command, settings: Settings): void {
  const channels = program
    .command('channels')
    .description('channels: where people ask besides the widget, such as Slack')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(channels.command(usage).description(description))
      .requiredOption('--knowledge-base <id>', 'the knowledge base it belongs to')
      .option(...JSON_FLAG)
  const connectTo = (options: Options) => connectAsAdmin(options, settings).channels

  command('create <name>', 'create a channel, which is then connected')
    .addOption(
      new Option('--kind <kind>', 'the product').choices(Object.keys(VARIABLES)).default('slack'),
    )
    .option('--group <ids...>', 'the groups it may answer from; by default all open ones')
    .action(async (name: string, options: CreateOptions) => {
      const input = { kind: options.kind, name, group_ids: options.group ?? [] }
      printChannel(await connectTo(options).create(options.knowledgeBase, input), options)
    })
  command('list', 'list the channels of a knowledge base').action(async (options: Options) => {
    const list = await connectTo(options).list(options.knowledgeBase)
    if (options.json) printJson(list)
    else console.log(renderTable([HEADINGS, ...list.channels.map(toRow)]))
  })
  command('manifest <id>', 'print what to create the app in the product from').action(
    async (id: string, options: Options) => {
      const { channels: all } = await connectTo(options).list(options.knowledgeBase)
      const { manifest, setup_url: url } = find(all, id)
      console.log(manifest ?? `There is nothing to paste. Go on at ${url}`)
    },
  )
  command('connect <id>', 'connect a channel with the credentials of its app')
    .option(
      '--from-env <field=variable...>',
      'variables with the credentials, where they are not those of the guide',
    )
    .option('--api-url <url>', 'where the API of the product is, if not where it is for everybody')
    .action(async (id: string, { fromEnv = [], apiUrl, ...options }: ConnectOptions) => {
      const calls = connectTo(options)
      const { kind } = find((await calls.list(options.knowledgeBase)).channels, id)
      const credential = readCredential(kind, fromEnv, apiUrl)
      const channel = await calls.connect(options.knowledgeBase, id, credential)
      printChannel(channel, options)
      if (channel.problem) process.exitCode = 1
    })
  command('test <id>', 'ask the product whether it accepts the credentials').action(
    async (id: string, options: Options) => {
      const tested = await connectTo(options).test(options.knowledgeBase, id)
      if (options.json) printJson(tested)
      else console.log(tested.problem ?? 'The credentials are accepted.')
      if (!tested.ok) process.exitCode = 1
    },
  )
  command('change <id>', 'change a channel')
    .option('--name <name>', 'its new name')
    .option('--place <ids...>', 'where in the product it answers; "any" for everywhere')
    .option('--per-minute <count>', 'questions a minute', readCount)
    .addOption(
      new Option('--unasked <what>', 'what becomes of new issues and discussions').choices([
        'answer',
        'propose',
        'ignore',
      ]),
    )
    .addOption(
      new Option(
        '--say-not-covered <whether>',
        'whether it says so when the documentation does not cover those',
      ).choices(['yes', 'no']),
    )
    .action(async (id: string, options: ChangeOptions) => {
      const { name, place, perMinute, unasked, sayNotCovered } = options
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(place === undefined ? {} : { places: place[0] === 'any' ? [] : place }),
        ...(perMinute === undefined ? {} : { questions_per_minute: perMinute }),
        ...(unasked === undefined ? {} : { unasked }),
        ...(sayNotCovered === undefined ? {} : { say_not_covered: sayNotCovered === 'yes' }),
      }
      printChannel(await connectTo(options).change(options.knowledgeBase, id, change), options)
    })
  for (const [usage, enabled] of [
    ['enable <id>', true],
    ['disable <id>', false],
  ] as const) {
    const what = enabled ? 'answer questions again' : 'answer nothing, and stay connected'
    command(usage, what).action(async (id: string, options: Options) => {
      printChannel(await connectTo(options).change(options.knowledgeBase, id, { enabled }), options)
    })
  }
  command('delete <id>', 'disconnect and delete a channel')
    .option(...YES_FLAG)
    .action(async (id: string, options: Options & YesOption) => {
      const calls = connectTo(options)
      const { name } = find((await calls.list(options.knowledgeBase)).channels, id)
      const goes = ['Its credentials, and questions that wait for an answer.']
      await confirmDeletion({ kind: 'channel', name, goes }, options)
      await calls.remove(options.knowledgeBase, id)
      console.log(`deleted ${id}`)
    })
}

const HEADINGS = ['ID', 'KIND', 'STATE', 'WORKSPACE', 'NAME']

const toRow = ({ id, kind, enabled, connection, problem, name }: Channel): string[] => [
  id,
  kind,
  connection ? (enabled ? (problem ? 'failing' : 'connected') : 'off') : 'not connected',
  plain(connection?.team_name ?? ''),
  plain(name),
]

/** Without the manifest, which has a command of its own. */
function printChannel({ manifest, ...channel }: Channel, options: JsonOption): void {
  if (options.json) printJson({ ...channel, manifest })
  else printRecord(channel, options)
}

function find(channels: readonly Channel[], id: string): Channel {
  const found = channels.find((channel) => channel.id === id)
  if (!found) throw new Failure('There is no such channel.', 1)
  return found
}

/** The variables that the guides name. */
const VARIABLES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  slack: { bot_token: 'SLACK_BOT_TOKEN', signing_secret: 'SLACK_SIGNING_SECRET' },
  discord: { bot_token: 'DISCORD_BOT_TOKEN' },
  github: { app_id: 'GITHUB_APP_ID', private_key: 'GITHUB_APP_PRIVATE_KEY' },
}

function readCredential(
  kind: Kind,
  given: readonly string[],
  apiUrl: string | undefined,
): ChannelConnection {
  const names = new Map(Object.entries(VARIABLES[kind]))
  for (const pair of given) {
    const [field = '', variable = ''] = pair.split('=')
    if (!names.has(field) || variable === '') {
      const known = [...names.keys()].join(', ')
      throw new Failure(`Give --from-env field=VARIABLE, with one of ${known}.`, USAGE_EXIT_CODE)
    }
    names.set(field, variable)
  }
  const read = (field: string) => readVariable(names.get(field) ?? '')
  const address = apiUrl === undefined ? {} : { api_url: apiUrl }
  switch (kind) {
    case 'slack': {
      const signing_secret = read('signing_secret')
      return { kind, bot_token: read('bot_token'), signing_secret, ...address }
    }
    case 'discord':
      return { kind, bot_token: read('bot_token'), ...address }
    case 'github':
      return { kind, app_id: read('app_id'), private_key: read('private_key'), ...address }
  }
}

/** Never an argument, which others on the machine could see. */
function readVariable(name: string): string {
  const value = process.env[name]?.trim()
  if (value) return value
  throw new Failure(`The environment variable ${name} is empty.`, USAGE_EXIT_CODE)
}

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Give a whole number.')
  return count
}
