import type { AdminClient, Source, SourceInput } from '@footnote/client/admin'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin, serverUrl, wholeNumber } from '../../admin-options.ts'
import {
  addKnowledgeBaseOptions,
  chooseKnowledgeBase,
  describeFirstSteps,
  fillOrUndo,
} from '../../ingest/first-knowledge-base.ts'
import type { LabelRule } from '../../label-options.ts'
import { collectLabelRule } from '../../label-options.ts'
import { plain } from '../../plain.ts'
import type { Settings } from '../../settings.ts'
import { finishSync } from '../../sources/finish-sync.ts'
import type {
  CredentialKind,
  CredentialOptions,
  OpenOption,
} from '../../sources/read-credential.ts'
import {
  addCredentialOptions,
  CREDENTIAL_HELP,
  OPEN_FLAG,
  readCredential,
} from '../../sources/read-credential.ts'
import { uploadFiles } from '../../sources/upload-files.ts'

type Rule = NonNullable<SourceInput['visibility_rules']>[number]
type Visibility = NonNullable<SourceInput['visibility']>
const VISIBILITIES: readonly Visibility[] = ['public', 'unlisted', 'restricted']

type AddOptions = AdminOptions &
  CredentialOptions &
  OpenOption & {
    knowledgeBase?: string
    create?: string
    name?: string
    group?: string
    schedule?: string
    visibility?: Visibility
    rule: Rule[]
    labelRule: LabelRule[]
    wait: boolean
  }

const EXAMPLES = `
Examples:
  footnote sources add website https://docs.example.org/ --create "My docs"
  footnote sources add git https://git.example.org/docs.git --page-url 'https://docs.example.org/{path}' \\
    --knowledge-base 0199c1f2-… --schedule '0 3 * * *' --rule '/internal/**=restricted'
  footnote sources add files ./handbook more.zip --base-url https://files.example.org/ \\
    --knowledge-base 0199c1f2-…
  footnote sources add zendesk https://acme.zendesk.com --knowledge-base 0199c1f2-…
  footnote sources add notion --access-token --secret-env NOTION_TOKEN --knowledge-base 0199c1f2-…
  footnote sources add openapi https://api.example.org/openapi.json \\
    --page-url 'https://docs.example.org/api/{operation}' --knowledge-base 0199c1f2-…`

export function addSourceAddCommands(sources: Command, settings: Settings): void {
  const add = sources
    .command('add')
    .description('add a source, sync it and show the progress')
    .addHelpText('after', EXAMPLES + CREDENTIAL_HELP)
  const command = (usage: string, description: string) =>
    addSharedOptions(addAdminOptions(add.command(usage).description(description)))
  const signingIn = (kind: CredentialKind, ...named: Parameters<typeof command>) =>
    addCredentialOptions(command(...named), [kind]).option(...OPEN_FLAG)

  signingIn('website', 'website <url>', 'the pages of a website, from this URL down')
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
    'git',
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
  signingIn('website', 'openapi <url>', 'one page for each operation of an OpenAPI document')
    .requiredOption(
      '--page-url <url>',
      'the URL of an operation’s page, with {operation} or {tag} in it',
    )
    .action(async (url: string, options: AddOptions & { pageUrl: string }) => {
      await addSource(options, settings, { type: 'openapi', url, page_url: options.pageUrl })
    })
  signingIn(
    'git',
    'github <repository>',
    'resolved issues and answered discussions of a repository at GitHub',
  )
    .option('--label <label...>', 'only issues with one of these labels', [])
    .option('--no-issues', 'no issues')
    .option('--no-discussions', 'no discussions')
    .action(async (repository: string, options: AddOptions & GitHubOptions) => {
      const { label: labels, issues, discussions } = options
      const input = { type: 'github', repository, labels, issues, discussions } as const
      await addSource(options, settings, input)
    })
  signingIn('s3', 's3 <bucket>', 'the objects of a bucket that speaks the protocol of S3')
    .requiredOption(
      '--endpoint <url>',
      'its address, such as https://s3.eu-central-1.amazonaws.com',
    )
    .requiredOption('--page-url <url>', 'the URL of an object’s page, with {path} or {file} in it')
    .option('--region <name>', 'the region that requests are signed for (default: us-east-1)')
    .option('--prefix <prefix>', 'only objects whose key begins with it')
    .option('--include <glob...>', 'index only objects whose key matches', [])
    .option('--exclude <glob...>', 'skip objects whose key matches', [])
    .action(async (bucket: string, options: AddOptions & S3Options) => {
      const { endpoint, region, prefix, include, exclude, pageUrl: page_url } = options
      const input = {
        type: 's3',
        endpoint,
        region,
        bucket,
        prefix,
        include,
        exclude,
        page_url,
      } as const
      await addSource(options, settings, input)
    })
  signingIn('google', 'drive <folder>', 'the files of a folder in Google Drive').action(
    async (folder: string, options: AddOptions) => {
      await addSource(options, settings, { type: 'drive', folder })
    },
  )
  signingIn('oauth', 'zendesk <url>', 'the articles of a Zendesk help center')
    .option('--locale <locale...>', 'only these languages, such as en-us (default: all)', [])
    .option('--restricted-articles', 'also articles that not everyone may see')
    .action(async (url: string, options: AddOptions & ArticleOptions) => {
      await addSource(options, settings, { type: 'zendesk', url, ...toArticles(options) })
    })
  signingIn('token', 'notion', 'the pages that are shared with a Notion integration')
    .option('--api-url <url>', 'where the API is, for a proxy in between')
    .action(async (options: AddOptions & ApiOptions) => {
      await addSource(options, settings, { type: 'notion', ...toApiUrl(options) })
    })
  signingIn('token', 'intercom', 'the articles of an Intercom help center')
    .option('--api-url <url>', 'where the API is, such as https://api.eu.intercom.io')
    .option('--locale <locale...>', 'only these languages, such as en (default: all)', [])
    .option('--restricted-articles', 'also articles that not everyone may see')
    .action(async (options: AddOptions & ApiOptions & ArticleOptions) => {
      const input = { type: 'intercom', ...toApiUrl(options), ...toArticles(options) } as const
      await addSource(options, settings, input)
    })
}

type S3Options = GitOptions & { endpoint: string; region?: string; prefix?: string }
type GitHubOptions = { label: string[]; issues: boolean; discussions: boolean }
type ArticleOptions = { locale: string[]; restrictedArticles?: true }
type ApiOptions = { apiUrl?: string }

const toApiUrl = ({ apiUrl }: ApiOptions) => (apiUrl === undefined ? {} : { api_url: apiUrl })

const toArticles = ({ locale, restrictedArticles }: ArticleOptions) => ({
  locales: locale,
  restricted_articles: restrictedArticles ? ('include' as const) : ('skip' as const),
})

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
    .option('--rule <glob=visibility>', 'a different visibility for some paths', collectRule, [])
    .option(
      '--label-rule <glob>',
      'labels by the path, such as /docs/{version}/** or /cli/**=product=cli',
      collectLabelRule,
      [],
    )
    .option('--no-wait', 'do not wait for the sync to finish')

function collectRule(text: string, rules: Rule[]): Rule[] {
  const [, path = '', visibility] = /^(.+)=([a-z]+)$/.exec(text) ?? []
  const known = VISIBILITIES.find((one) => one === visibility)
  if (!known) throw new InvalidArgumentError('It must look like /internal/**=restricted.')
  return [...rules, { path, visibility: known }]
}

async function addSource(
  options: AddOptions,
  settings: Settings,
  input: SourceInput['settings'],
  files: readonly string[] = [],
): Promise<void> {
  const admin = connectAsAdmin(options, settings)
  const credential = await readCredential(options)
  const isOpen = options.openPrivatePages === true
  const { knowledgeBaseId, first } = await chooseKnowledgeBase(admin, options)
  const indexed = await fillOrUndo(admin, { first, goesOn: !options.wait }, async () => {
    const source = await admin.sources.create(knowledgeBaseId, {
      ...(options.name === undefined ? {} : { name: options.name }),
      settings: input,
      group_id: options.group ?? null,
      schedule: options.schedule ?? null,
      ...(options.visibility === undefined ? {} : { visibility: options.visibility }),
      visibility_rules: options.rule,
      label_rules: options.labelRule,
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
