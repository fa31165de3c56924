import type { AdminClient } from '@footnote/client/admin'
import { createAdminClient } from '@footnote/client/admin'
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import type { UrlOptions } from '../admin-options.ts'
import { addUrlOption, serverUrl } from '../admin-options.ts'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'
import { plain } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../print.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { DEFAULT_PROFILE, profilesFile, readProfiles, writeProfiles } from '../profiles/profiles.ts'
import { readSecret } from '../read-secret.ts'
import type { Settings } from '../settings.ts'

type NameOption = { name: string }
type LoginOptions = UrlOptions & NameOption & { knowledgeBase?: string; key?: string }

const QUESTION = 'Access token (in the console: your name → Account → Access tokens): '
const NAME_OPTION = ['--name <name>', 'the name of the profile', DEFAULT_PROFILE] as const

const EXAMPLES = `
Where FOOTNOTE_URL or a token is in the environment, no profile is used, unless FOOTNOTE_PROFILE
names one.

Examples:
  footnote login --url https://answers.example.com
  footnote login --url https://staging.example.com --name staging < token.txt
  FOOTNOTE_PROFILE=staging footnote gaps list`

export function addProfileCommands(program: Command, settings: Settings): void {
  const file = profilesFile(process.env)
  addUrlOption(
    program.command('login').description('sign in to a server, for the commands that follow'),
  )
    .option(...NAME_OPTION)
    .option('--knowledge-base <id>', 'the knowledge base of commands that name none')
    .option('--key <key>', 'the public key of commands that name none (fnp_…)', readPublicKey)
    .addHelpText('after', EXAMPLES)
    .action(async (options: LoginOptions) => {
      const url = serverUrl(options, settings)
      const token = (await readSecret(QUESTION)).trim()
      if (token === '') throw new Failure('No access token was given.', USAGE_EXIT_CODE)
      const bases = await listKnowledgeBases(createAdminClient({ baseUrl: url, token }))
      const only = bases.length === 1 ? bases[0]?.id : undefined
      const { name, key, knowledgeBase = only } = options
      const { byName } = await readProfiles(file)
      const profile = {
        url,
        token,
        ...(knowledgeBase === undefined ? {} : { knowledgeBase }),
        ...(key === undefined ? {} : { key }),
      }
      await writeProfiles(file, { current: name, byName: { ...byName, [name]: profile } })
      console.log(`Signed in to ${url}.`)
      console.log(describeChoice(bases, knowledgeBase))
    })
  program
    .command('logout')
    .description('forget a server and its token')
    .option(...NAME_OPTION)
    .action(async ({ name }: NameOption) => {
      const { current, byName } = await readProfiles(file)
      const { [name]: left, ...others } = byName
      if (!left) throw new Failure(`There is no profile "${name}".`)
      await writeProfiles(file, { current, byName: others })
      console.log(`Signed out of ${left.url}. The access token is valid until it is revoked.`)
    })
  const profiles = program.command('profiles').description('servers that you signed in to')
  profiles
    .command('list')
    .description('list profiles')
    .option(...JSON_FLAG)
    .action(async ({ json }: JsonOption) => {
      const rows = toRows(await readProfiles(file))
      if (json) return printJson(rows)
      const cells = rows.map((row) => [
        row.current ? '*' : '',
        row.name,
        row.url,
        row.knowledge_base ?? '-',
      ])
      console.log(renderTable([['', 'NAME', 'SERVER', 'KNOWLEDGE BASE'], ...cells]))
    })
  profiles
    .command('use <name>')
    .description('use a profile from now on')
    .action(async (name: string) => {
      const { byName } = await readProfiles(file)
      const chosen = byName[name]
      if (!chosen) throw new Failure(`There is no profile "${name}".`)
      await writeProfiles(file, { current: name, byName })
      console.log(`Using ${chosen.url}.`)
    })
}

/** Also shows that the token is right. */
async function listKnowledgeBases(admin: AdminClient) {
  const { workspaces } = await admin.workspaces.list()
  const lists = await Promise.all(workspaces.map(({ id }) => admin.knowledgeBases.list(id)))
  return lists.flatMap(({ knowledge_bases }) => knowledge_bases)
}

function describeChoice(bases: readonly { id: string; name: string }[], chosen?: string): string {
  const base = bases.find(({ id }) => id === chosen)
  if (chosen !== undefined)
    return `Commands use ${base ? `${plain(base.name)} (${chosen})` : chosen}.`
  if (bases.length === 0) return 'It has no knowledge base yet.'
  const rows = bases.map(({ id, name }) => [id, plain(name)])
  return `Name a knowledge base in each command, or sign in again with one:\n${renderTable(rows)}`
}

/** Without tokens: what is listed may be shown to others. */
const toRows = ({ current, byName }: Profiles) =>
  Object.entries(byName).map(([name, { url, knowledgeBase }]) => ({
    name,
    url,
    knowledge_base: knowledgeBase ?? null,
    current: name === current,
  }))

/** A secret key would lie in a file beside what it opens. */
function readPublicKey(key: string): string {
  if (!key.startsWith('fnp_')) throw new InvalidArgumentError('It must be a public key (fnp_…).')
  return key
}
