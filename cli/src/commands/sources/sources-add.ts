import type { AdminClient, Source, SourceInput } from '@footnote/client/admin'
import type { Command } from 'commander'
import { Option } from 'commander'
import { addAdminOptions, connectAsAdmin, serverUrl, wholeNumber } from '../../admin-options.ts'
import {
  addKnowledgeBaseOptions,
  chooseKnowledgeBase,
  describeFirstSteps,
  fillOrUndo,
} from '../../ingest/first-knowledge-base.ts'
import { plain } from '../../plain.ts'
import type { Settings } from '../../settings.ts'
import { finishSync } from '../../sources/finish-sync.ts'
import type { CredentialKind } from '../../sources/read-credential.ts'
import {
  addCredentialOptions,
  CREDENTIAL_HELP,
  OPEN_FLAG,
  readCredential,
} from '../../sources/read-credential.ts'
import { uploadFiles } from '../../sources/upload-files.ts'
import { collectRule, RULE_HELP, VISIBILITIES } from '../../sources/rule-options.ts'
import type { AddOptions } from './add-options.ts'
import { addProductCommands } from './sources-add-products.ts'

const EXAMPLES = `
Examples:
  footnote sources add website https://docs.example.org/ --create "My docs"
  footnote sources add git https://git.example.org/docs.git --page-url 'https://docs.example.org/{path}' \\
    --knowledge-base 0199c1f2-… --schedule '0 3 * * *' --rule '/internal/**=restricted'
  footnote sources add files ./handbook more.zip --base-url https://files.example.org/ \\
    --knowledge-base 0199c1f2-…
  footnote sources add confluence https://acme.atlassian.net/wiki --space DOC \\
    --user reader@acme.example --knowledge-base 0199c1f2-…
  footnote sources add zendesk https://acme.zendesk.com --knowledge-base 0199c1f2-…
  footnote sources add notion --access-token --secret-env NOTION_TOKEN --knowledge-base 0199c1f2-…
  footnote sources add openapi https://api.example.org/openapi.json \\
    --page-url 'https://docs.example.org/api/{operation}' --knowledge-base 0199c1f2-…`

export function addSourceAddCommands(sources: Command, settings: Settings): void {
  const add = sources
    .command('add')
    .description('add a source, sync it and show the progress')
    .addHelpText('after', EXAMPLES + RULE_HELP + CREDENTIAL_HELP)
  const command = (usage: string, description: string) =>
    addSharedOptions(addAdminOptions(add.command(usage).description(description)))
  const signingIn = (kinds: readonly CredentialKind[], ...named: Parameters<typeof command>) =>
    addCredentialOptions(command(...named), kinds).option(...OPEN_FLAG)

  signingIn(['website'], 'website <url>', 'the pages of a website, from this URL down')
    .option('--include <glob...>', 'index only pages whose path matches, such as /docs/**', [])
    .option('--exclude <glob...>', 'skip pages whose path matches', [])
    .option('--max-pages <count>', 'the maximum number of pages', wholeNumber)
    .option('--render', 'render pages in Chromium, for sites that need JavaScript')
    .action(async (url: string, options: AddOptions & WebsiteOptions) => {
      const { include, exclude, maxPages, render } = options
      const size = maxPages === undefined ? {} : { max_pages: maxPages }
      const input = {
        type: 'website',
        url,
        include,
        exclude,
        ...size,
        render: render === true,
      } as const
      await addSource(options, settings, input)
    })
  signingIn(
    ['git'],
    'git <repository>',
    'the Markdown files of a repository, by its URL or its path on the server',
  )
    .requiredOption('--page-url <url>', 'the URL of a page, with {path} or {file} in it')
    .option('--branch <name>', 'the branch (default: the repository’s default branch)')
    .option('--folder <path>', 'only files below this folder')
    .option('--include <glob...>', 'index only files whose path matches', [])
    .option('--exclude <glob...>', 'skip files whose path matches', [])
    .action(async (repository: string, options: AddOptions & GitOptions) => {
      const { pageUrl: page_url, branch, folder, include, exclude } = options
      const input = { type: 'git', repository, page_url, branch, folder, include, exclude } as const
      await addSource(options, settings, input)
    })
  command('files <path...>', 'upload files, folders and archives (zip, tar.gz)')
    .requiredOption('--base-url <url>', 'a file’s URL is this URL plus its path')
    .action(async (paths: string[], options: AddOptions & { baseUrl: string }) => {
      const input = { type: 'files', base_url: options.baseUrl } as const
      await addSource(options, settings, input, paths)
    })
  signingIn(['website'], 'openapi <url>', 'one page for each operation of an OpenAPI document')
    .requiredOption(
      '--page-url <url>',
      'the URL of an operation’s page, with {operation} or {tag} in it',
    )
    .action(async (url: string, options: AddOptions & { pageUrl: string }) => {
      await addSource(options, settings, { type: 'openapi', url, page_url: options.pageUrl })
    })
  addProductCommands(signingIn, (options, input) => addSource(options, settings, input))
}

type WebsiteOptions = { include: string[]; exclude: string[]; maxPages?: number; render?: true }
type GitOptions = {
  pageUrl: string
  branch?: string
  folder?: string
  include: string[]
  exclude: string[]
}

const addSharedOptions = (command: Command): Command =>
  addKnowledgeBaseOptions(command)
    .option('--name <name>', 'a name to tell sources apart (default: its address)')
    .option('--group <id>', 'the source group to put the documents in')
    .option('--schedule <cron>', 'when to sync, as a cron expression in UTC, such as "0 3 * * *"')
    .addOption(
      new Option(
        '--visibility <visibility>',
        'who may see the documents (default: public; with a credential restricted)',
      ).choices(VISIBILITIES),
    )
    .option(
      '--rule <rule>',
      'visibility, group or labels of some pages; see below',
      collectRule,
      [],
    )
    .option('--no-wait', 'do not wait for the sync to finish')

async function addSource(
  options: AddOptions,
  settings: Settings,
  input: SourceInput['settings'],
  files: readonly string[] = [],
): Promise<void> {
  const admin = connectAsAdmin(options, settings)
  const credential = await readCredential(options)
  const isOpen = options.openPrivatePages === true
  const { knowledgeBaseId, first } = await chooseKnowledgeBase(admin, options, settings)
  const indexed = await fillOrUndo(admin, { first, goesOn: !options.wait }, async () => {
    const source = await admin.sources.create(knowledgeBaseId, {
      ...(options.name === undefined ? {} : { name: options.name }),
      settings: input,
      group_id: options.group ?? null,
      schedule: options.schedule ?? null,
      ...(options.visibility === undefined ? {} : { visibility: options.visibility }),
      rules: options.rule,
      sync: files.length === 0,
      ...(credential ? { credential } : {}),
      open_private_pages: isOpen,
    })
    console.log(`source ${source.id}`)
    if (source.credential) console.log(`Connected as ${plain(source.credential.signed_in_as)}.`)
    if (files.length > 0) await uploadFiles(admin, { knowledgeBaseId, sourceId: source.id }, files)
    const syncId = await readSync(admin, knowledgeBaseId, source)
    if (!options.wait) return 0
    const { counts } = await finishSync(admin, { knowledgeBaseId, sourceId: source.id, syncId })
    return counts.indexed
  })
  if (first && indexed > 0)
    console.log(`\n${await describeFirstSteps(first, serverUrl(options, settings))}`)
}

const readSync = async (admin: AdminClient, knowledgeBaseId: string, source: Source) =>
  source.last_sync?.id ?? (await admin.syncs.start(knowledgeBaseId, source.id)).id
