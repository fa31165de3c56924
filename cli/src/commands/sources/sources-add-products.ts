import type { SourceInput } from '@footnote/client/admin'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { CredentialKind } from '../../sources/read-credential.ts'
import type { AddOptions } from './add-options.ts'

const EDITIONS = ['cloud', 'data_center'] as const

type NewCommand = (kinds: readonly CredentialKind[], usage: string, description: string) => Command

/** Products that are read over their own API. `add` connects one, with the options all sources have. */
export function addProductCommands(
  signingIn: NewCommand,
  add: (options: AddOptions, input: SourceInput['settings']) => Promise<void>,
): void {
  signingIn(
    ['git'],
    'github <repository>',
    'resolved issues and answered discussions of a repository at GitHub',
  )
    .option('--label <label...>', 'only issues with one of these labels', [])
    .option('--no-issues', 'no issues')
    .option('--no-discussions', 'no discussions')
    .action(async (repository: string, options: AddOptions & GitHubOptions) => {
      const { label: labels, issues, discussions } = options
      const input = { type: 'github', repository, labels, issues, discussions } as const
      await add(options, input)
    })
  signingIn(['s3'], 's3 <bucket>', 'the objects of a bucket that speaks the protocol of S3')
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
      await add(options, input)
    })
  signingIn(['google'], 'drive <folder>', 'the files of a folder in Google Drive').action(
    async (folder: string, options: AddOptions) => {
      await add(options, { type: 'drive', folder })
    },
  )
  signingIn(['oauth'], 'zendesk <url>', 'the articles of a Zendesk help center')
    .option('--locale <locale...>', 'only these languages, such as en-us (default: all)', [])
    .option('--restricted-articles', 'also articles that not everyone may see')
    .action(async (url: string, options: AddOptions & ArticleOptions) => {
      await add(options, { type: 'zendesk', url, ...toArticles(options) })
    })
  signingIn(['token'], 'notion', 'the pages that are shared with a Notion integration')
    .option('--api-url <url>', 'where the API is, for a proxy in between')
    .action(async (options: AddOptions & ApiOptions) => {
      await add(options, { type: 'notion', ...toApiUrl(options) })
    })
  signingIn(['token'], 'intercom', 'the articles of an Intercom help center')
    .option('--api-url <url>', 'where the API is, such as https://api.eu.intercom.io')
    .option('--locale <locale...>', 'only these languages, such as en (default: all)', [])
    .option('--restricted-articles', 'also articles that not everyone may see')
    .action(async (options: AddOptions & ApiOptions & ArticleOptions) => {
      const input = { type: 'intercom', ...toApiUrl(options), ...toArticles(options) } as const
      await add(options, input)
    })
  signingIn(['basic'], 'discourse <url>', 'the solved topics of a Discourse forum')
    .option('--category <slug...>', 'only these, with what is in them (default: all)', [])
    .option('--tag <tag...>', 'only topics with one of these tags', [])
    .option('--unsolved', 'also topics without an accepted answer')
    .option('--restricted-categories', 'also categories that only some people may see')
    .action(async (url: string, options: AddOptions & DiscourseOptions) => {
      const { category: categories, tag: tags, unsolved, restrictedCategories } = options
      const topics = unsolved ? 'all' : 'solved'
      const restricted_categories = restrictedCategories ? 'include' : 'skip'
      const chosen = { categories, tags, topics, restricted_categories } as const
      await add(options, { type: 'discourse', url, ...chosen })
    })
  signingIn(['basic', 'token'], 'confluence <url>', 'the pages of Confluence, Cloud or Data Center')
    .option('--space <key...>', 'only these spaces (default: all that can be seen)', [])
    .addOption(new Option('--edition <edition>', 'if its address does not tell').choices(EDITIONS))
    .option('--api-url <url>', 'https://api.atlassian.com for an API token with scopes')
    .option('--restricted-pages', 'also pages that only some people may see')
    .action(async (url: string, options: AddOptions & ConfluenceOptions) => {
      const { space: spaces, edition, apiUrl: api_url, restrictedPages } = options
      const restricted_pages = restrictedPages ? 'include' : 'skip'
      const input = { type: 'confluence', url, spaces, edition, api_url, restricted_pages } as const
      await add(options, input)
    })
}

type DiscourseOptions = {
  category: string[]
  tag: string[]
  unsolved?: true
  restrictedCategories?: true
}

type ConfluenceOptions = {
  space: string[]
  edition?: (typeof EDITIONS)[number]
  apiUrl?: string
  restrictedPages?: true
}

type S3Options = {
  endpoint: string
  region?: string
  prefix?: string
  pageUrl: string
  include: string[]
  exclude: string[]
}
type GitHubOptions = { label: string[]; issues: boolean; discussions: boolean }
type ArticleOptions = { locale: string[]; restrictedArticles?: true }
type ApiOptions = { apiUrl?: string }

const toApiUrl = ({ apiUrl }: ApiOptions) => (apiUrl === undefined ? {} : { api_url: apiUrl })

const toArticles = ({ locale, restrictedArticles }: ArticleOptions) => ({
  locales: locale,
  restricted_articles: restrictedArticles ? ('include' as const) : ('skip' as const),
})
