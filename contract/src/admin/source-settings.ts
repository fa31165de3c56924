import { z } from 'zod'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'

const MAX_PATTERNS = 100
const MAX_PATTERN_CHARACTERS = 500

/** A glob over the path of a page or file: `*` within a segment, `**` across segments. */
const Patterns = z.array(nonBlankText(MAX_PATTERN_CHARACTERS)).max(MAX_PATTERNS).default([])

const Include = Patterns.describe(
  'Globs such as `/docs/**`. When there are some, only pages whose path fits one are read.',
)
const Exclude = Patterns.describe('Globs. Pages whose path matches one are skipped.')

export const WebsiteSettings = z.strictObject({
  type: z.literal('website').describe('Crawls a website.'),
  url: HttpUrl.describe('Where to begin. Pages of the same origin below this path are read.'),
  include: Include,
  exclude: Exclude,
  max_pages: z
    .int()
    .min(1)
    .max(100_000)
    .default(10_000)
    .describe('The maximum number of pages read in one sync.'),
  render: z
    .boolean()
    .default(false)
    .describe('Render pages in Chromium first, for sites that need JavaScript.'),
})

export const GitSettings = z.strictObject({
  type: z.literal('git').describe('Reads the files of a repository.'),
  repository: nonBlankText(2000).describe(
    'An http or https URL, or a path on the server below a folder the operator allows.',
  ),
  branch: nonBlankText(250).optional().describe('The default branch when absent.'),
  folder: nonBlankText(1000).optional().describe('Only files below this folder.'),
  include: Include,
  exclude: Exclude,
  page_url: nonBlankText(2000).describe(
    'The page of a file, with `{path}` (without its extension) or `{file}` in it.',
  ),
})

export const FilesSettings = z.strictObject({
  type: z.literal('files').describe('Holds files that you upload.'),
  base_url: HttpUrl.describe('A file’s URL is this URL followed by its path.'),
})

export const OpenApiSettings = z.strictObject({
  type: z.literal('openapi').describe('Makes a page for each operation.'),
  url: HttpUrl.describe('The OpenAPI document, as JSON or YAML.'),
  page_url: nonBlankText(2000).describe(
    'The page of an operation, with `{operation}` or `{tag}` in it.',
  ),
})

const MAX_LOCALES = 50

const Locales = z
  .array(z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'must be a locale such as en-us'))
  .max(MAX_LOCALES)
  .default([])

const RestrictedArticles = z.enum(['skip', 'include']).default('skip')

export const ZendeskSettings = z.strictObject({
  type: z.literal('zendesk').describe('Reads the articles of a Zendesk help center.'),
  url: HttpUrl.describe(
    'The help center at its own zendesk.com address, such as `https://acme.zendesk.com`.',
  ),
  locales: Locales.describe('Only these, such as `en-us`. None: all that the help center has.'),
  restricted_articles: RestrictedArticles.describe(
    'What becomes of articles that not everyone may see, when a credential lists them.',
  ),
})

export const GitHubSettings = z.strictObject({
  type: z.literal('github').describe('Reads resolved issues and answered discussions.'),
  repository: HttpUrl.refine(
    (url) => /^\/[\w.-]+\/[\w.-]+\/?$/.test(new URL(url).pathname),
    'must be the address of a repository, such as https://github.com/acme/docs',
  ).describe('The repository at GitHub, such as `https://github.com/acme/docs`.'),
  issues: z
    .boolean()
    .default(true)
    .describe('Issues that were closed as completed and answered by somebody of the project.'),
  labels: z
    .array(nonBlankText(100))
    .max(20)
    .default([])
    .describe('Only issues with one of these labels. None: all.'),
  discussions: z.boolean().default(true).describe('Discussions with an accepted answer.'),
})

export const S3Settings = z.strictObject({
  type: z.literal('s3').describe('Reads the objects of a bucket that speaks the protocol of S3.'),
  endpoint: HttpUrl.describe(
    'Such as `https://s3.eu-central-1.amazonaws.com`, without the bucket.',
  ),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'must be the name of a region')
    .default('us-east-1')
    .describe('Requests are signed for it. `auto` for R2.'),
  bucket: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, 'must be the name of a bucket')
    .describe('Its name.'),
  prefix: limitedText(1000).default('').describe('Only objects whose key begins with it.'),
  include: Include,
  exclude: Exclude,
  page_url: nonBlankText(2000).describe(
    'The page of an object, with `{path}` (without its extension) or `{file}` in it.',
  ),
})

export const DriveSettings = z.strictObject({
  type: z.literal('drive').describe('Reads the files of a folder in Google Drive.'),
  folder: nonBlankText(500)
    .refine(
      (text) => /^[\w-]{5,200}$|\/folders\/[\w-]{5,200}/.test(text),
      'must be the address or the id of a folder',
    )
    .describe('Its address or its id. A shared drive is a folder too.'),
  api_url: HttpUrl.default('https://www.googleapis.com').describe('Where the API is.'),
})

export const NotionSettings = z.strictObject({
  type: z.literal('notion').describe('Reads the pages that are shared with a Notion integration.'),
  api_url: HttpUrl.default('https://api.notion.com').describe(
    'Where its API is, for a proxy in between.',
  ),
})

export const IntercomSettings = z.strictObject({
  type: z.literal('intercom').describe('Reads the articles of an Intercom help center.'),
  api_url: HttpUrl.default('https://api.intercom.io').describe(
    'Where its API is: `https://api.eu.intercom.io` or `https://api.au.intercom.io` elsewhere.',
  ),
  locales: Locales.describe('Only these, such as `en`. None: all that the help center has.'),
  restricted_articles: RestrictedArticles.describe(
    'What becomes of articles that not everyone may see.',
  ),
})

const MAX_SPACES = 100

export const ConfluenceSettings = z.strictObject({
  type: z.literal('confluence').describe('Reads spaces of Confluence, Cloud or Data Center.'),
  url: HttpUrl.describe(
    'The site: `https://acme.atlassian.net/wiki`, or the base address of a Data Center, with its path if it has one.',
  ),
  edition: z
    .enum(['cloud', 'data_center'])
    .optional()
    .describe('Default: `cloud` for an address at atlassian.net, otherwise `data_center`.'),
  api_url: HttpUrl.optional().describe(
    'Where requests go instead: `https://api.atlassian.com` for an API token of Cloud that has scopes, ' +
      'or another address of a Data Center. A credential is sent there only.',
  ),
  spaces: z
    .array(z.string().regex(/^~?[\w.@-]{1,255}$/, 'must be the key of a space, such as DOC'))
    .max(MAX_SPACES)
    .default([])
    .describe('The keys of the spaces to read. None: all that can be seen.'),
  restricted_pages: z
    .enum(['skip', 'include'])
    .default('skip')
    .describe('What becomes of pages that have restrictions, or are below one that has.'),
})

const MAX_CATEGORIES = 100

export const DiscourseSettings = z.strictObject({
  type: z.literal('discourse').describe('Reads the topics of a Discourse forum.'),
  url: HttpUrl.describe('The forum, with its path if it has one.'),
  categories: z
    .array(nonBlankText(200))
    .max(MAX_CATEGORIES)
    .default([])
    .describe(
      'Only these, with what is in them: a slug such as `help`, or a number. None: all that can be seen.',
    ),
  tags: z
    .array(nonBlankText(100))
    .max(MAX_CATEGORIES)
    .default([])
    .describe('Only topics with one of these tags. None: all.'),
  topics: z
    .enum(['solved', 'all'])
    .default('solved')
    .describe(
      'solved: the question and the accepted answers of topics that have one. all: also other topics, with their first posts.',
    ),
  restricted_categories: z
    .enum(['skip', 'include'])
    .default('skip')
    .describe('What becomes of topics in categories that only some people may see.'),
})

export const SourceSettings = z
  .discriminatedUnion('type', [
    WebsiteSettings,
    GitSettings,
    FilesSettings,
    OpenApiSettings,
    ZendeskSettings,
    GitHubSettings,
    S3Settings,
    DriveSettings,
    NotionSettings,
    IntercomSettings,
    ConfluenceSettings,
    DiscourseSettings,
  ])
  .meta({
    id: 'SourceSettings',
    description: 'Where the pages are. `type` says which fields apply.',
  })
export type SourceSettings = z.infer<typeof SourceSettings>

/** Types of sources that have settings. Pushed documents have a source of type `api`, without any. */
export const SOURCE_TYPES = SourceSettings.options.map(({ shape }) => shape.type.value)

export type WebsiteSettings = z.infer<typeof WebsiteSettings>
export type GitSettings = z.infer<typeof GitSettings>
export type FilesSettings = z.infer<typeof FilesSettings>
export type OpenApiSettings = z.infer<typeof OpenApiSettings>
export type ConfluenceSettings = z.infer<typeof ConfluenceSettings>
export type DiscourseSettings = z.infer<typeof DiscourseSettings>
export type ZendeskSettings = z.infer<typeof ZendeskSettings>
export type GitHubSettings = z.infer<typeof GitHubSettings>
export type S3Settings = z.infer<typeof S3Settings>
export type DriveSettings = z.infer<typeof DriveSettings>
export type NotionSettings = z.infer<typeof NotionSettings>
export type IntercomSettings = z.infer<typeof IntercomSettings>
