import type { ConfluenceSettings } from '@footnote/contract/admin/source-settings'
import { z } from 'zod'
import type { Api } from '../api/api-client.ts'
import { describeReader } from '../api/api-client.ts'
import { htmlPage } from '../api/html-page.ts'
import { takeOnce } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { createCloud } from './cloud.ts'
import { createDataCenter } from './data-center.ts'
import type { ContentKind, FetchedContent, ListedContent, Space } from './edition.ts'
import { createRestrictionCheck } from './restrictions.ts'
import { createSite, NAME } from './site.ts'
import { storageToHtml } from './storage-to-html.ts'

export type ConfluenceDeps = { readonly api: Api; readonly signsIn: boolean }

const RESTRICTED = 'Only some people may see it in Confluence.'
/** How many spaces are named; the others are counted. */
const MAX_NAMED = 5

/** The pages and blog posts of the spaces of a site. */
export function createConfluenceConnector(
  settings: ConfluenceSettings,
  { api, signsIn }: ConfluenceDeps,
): ApiConnector {
  const isCloud = isCloudSite(settings)
  const skipsRestricted = settings.restricted_pages === 'skip'
  const site = createSite({ api, findBase: baseFinder(settings, api) })
  const edition = isCloud
    ? createCloud(site, skipsRestricted)
    : createDataCenter(site, skipsRestricted)

  const findSpaces = async (signal: AbortSignal): Promise<Space[]> => {
    const spaces = await edition.findSpaces(settings.spaces, signal)
    const found = new Set(spaces.map(({ key }) => key.toLowerCase()))
    const missing = settings.spaces.filter((key) => !found.has(key.toLowerCase()))
    if (missing.length > 0) {
      throw new SourceError(
        `${NAME} has no space ${missing.join(', ')}, or ${describeReader(signsIn)} may not see it.`,
      )
    }
    if (spaces.length > 0) return spaces
    throw new SourceError(`${NAME} shows no space: ${describeReader(signsIn)} may see none.`)
  }
  const listSpace = async (space: Space, signal: AbortSignal): Promise<FoundPage[]> => {
    const contents: ListedContent[] = []
    for await (const some of edition.listContents(space, signal)) contents.push(...some)
    const inSpaceOf = (page: FoundPage) => ({ ...page, containers: [`space:${space.key}`] })
    if (!skipsRestricted) return contents.map((content) => inSpaceOf(toFound(content, null)))
    const isRestricted = createRestrictionCheck(contents, edition.askRestrictions(signal))
    const found: FoundPage[] = []
    for (const content of contents) {
      found.push(inSpaceOf(toFound(content, await isRestricted(content))))
    }
    return found
  }
  const mayShow = async (page: FoundPage, signal: AbortSignal): Promise<boolean> => {
    if (!skipsRestricted || page.version?.endsWith(OPEN)) return true
    return !(await createRestrictionCheck([], edition.askRestrictions(signal))(parseKey(page.key)))
  }

  return {
    async *list(signal) {
      const once = takeOnce()
      const spaces = await findSpaces(signal)
      for (const space of spaces) {
        yield once(await inSpace(space, () => listSpace(space, signal)))
      }
      // A space that is withdrawn while it is read looks like one whose pages were deleted.
      const left = new Set((await findSpaces(signal)).map(({ id }) => id))
      const withdrawn = spaces.filter(({ id }) => !left.has(id)).map(({ key }) => key)
      if (withdrawn.length > 0) {
        throw new SourceError(`${NAME} no longer shows the space ${withdrawn.join(', ')}.`)
      }
    },
    async fetch(page, signal): Promise<FetchOutcome> {
      const { type, id } = parseKey(page.key)
      const path = edition.contentPath(type, id)
      const { data, outcome } = await site.readPage(path, 'The page was deleted.', signal)
      if (outcome) return outcome
      const content = edition.parseContent(data)
      if (content.status !== 'current') {
        return { kind: 'gone', reason: `The page is ${content.status}.` }
      }
      if (!(await mayShow(page, signal))) return skip(RESTRICTED)
      return readContent(siteAddress(settings), content)
    },
    async check(signal) {
      const spaces = await findSpaces(signal)
      const [first] = spaces
      if (first) await inSpace(first, () => readSome(edition.listContents(first, signal)))
      return spaces.length > MAX_NAMED
        ? `${spaces.length} spaces`
        : `${spaces.length === 1 ? 'the space' : 'the spaces'} ${spaces.map(({ key }) => key).join(', ')}`
    },
    async close() {},
  }
}

/** By its address, unless the settings say. Cloud sites with a name of their own are few. */
const isCloudSite = ({ edition, url }: ConfluenceSettings): boolean =>
  edition === undefined ? /\.atlassian\.net$/i.test(new URL(url).hostname) : edition === 'cloud'

/** Where readers find the site. Cloud has it at one path, whatever page of it was given. */
function siteAddress(settings: ConfluenceSettings): string {
  const { origin, pathname } = new URL(settings.url)
  return isCloudSite(settings) ? `${origin}/wiki` : `${origin}${pathname.replace(/\/+$/, '')}`
}

const Tenant = z.object({ cloudId: z.string().regex(/^[\w-]+$/) })

/** Tokens of Cloud with scopes are taken at a gateway only, which knows sites by a number. */
function baseFinder(
  settings: ConfluenceSettings,
  api: Api,
): (signal: AbortSignal) => Promise<string> {
  const { api_url, url } = settings
  if (api_url === undefined) return async () => siteAddress(settings)
  const gateway = api_url.replace(/\/+$/, '')
  if (!isCloudSite(settings)) return async () => gateway
  let base: string | null = null
  return async (signal) => {
    if (base === null) {
      const at = `${new URL(url).origin}/_edge/tenant_info`
      const { cloudId } = await api.read(Tenant, { url: at, signal })
      base = `${gateway}/ex/confluence/${cloudId}/wiki`
    }
    return base
  }
}

async function inSpace<Result>(space: Space, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    throw new SourceError(`The space ${space.key} cannot be read: ${error.message}`)
  }
}

async function readSome(listing: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of listing) return
}

/** With the version: a restriction is none of a page's own changes. */
const OPEN = ' open'
const CLOSED = ' restricted'

/** isRestricted: null if restrictions do not matter. */
function toFound({ type, id, version }: ListedContent, isRestricted: boolean | null): FoundPage {
  const key = `${type}:${id}`
  if (isRestricted === null) return { key, version: String(version) }
  if (!isRestricted) return { key, version: `${version}${OPEN}` }
  return { key, version: `${version}${CLOSED}`, listed: { kind: 'skipped', reason: RESTRICTED } }
}

function parseKey(key: string): { type: ContentKind; id: string } {
  const [, type, id = ''] = /^(page|blogpost):(.+)$/.exec(key) ?? []
  return { type: type === 'blogpost' ? 'blogpost' : 'page', id }
}

const skip = (reason: string): FetchOutcome => ({ kind: 'skipped', reason, found: [] })

function readContent(site: string, content: FetchedContent): FetchOutcome {
  const { title, storage, webui, base, createdAt } = content
  const body = storageToHtml(storage)
  if (body.trim() === '') return skip('It has no text.')
  const shown = base !== null && /^https?:\/\//i.test(base) && URL.canParse(base) ? base : site
  return {
    kind: 'fetched',
    found: [],
    page: {
      url: new URL(`${shown}${webui}`).href,
      title,
      content: htmlPage(title, body),
      contentType: 'text/html',
      publishedAt: createdAt,
      validators: null,
    },
  }
}
