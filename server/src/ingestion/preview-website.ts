import type { PreviewedPage, SourcePreview } from '@footnote/contract/admin/sources'
import type { SourceCredentialInput } from '@footnote/contract/admin/source-credentials'
import type { WebsiteSettings } from '@footnote/contract/admin/source-settings'
import type { FetchOutcome } from '../connectors/connector.ts'
import type { ResolveCredential } from '../connectors/credentials/resolve-credential.ts'
import { withCredential } from '../connectors/credentials/with-credential.ts'
import { fetchSitePage } from '../connectors/website/fetch-site-page.ts'
import { listSite } from '../connectors/website/list-site.ts'
import { readThemeColor } from '../connectors/website/read-links.ts'
import type { Site } from '../connectors/website/site.ts'
import { createSite } from '../connectors/website/site.ts'
import type { DocumentParser } from '../parsing/child/document-parser.ts'
import { UnreadableDocument } from '../parsing/child/document-parser.ts'
import { limitConcurrency } from '../platform/limit-concurrency.ts'
import type { FetchPage } from '../platform/network/fetch-page.ts'
import { withinSignal } from '../platform/within-signal.ts'
import type { PerHostLimit } from './sync/per-host-limit.ts'
import { findReason } from './sync/sync-run.ts'

export type PreviewDeps = {
  fetchPage: FetchPage
  userAgent: string
  maxPageBytes: number
  parser: Pick<DocumentParser, 'parse'>
  perHostLimit: PerHostLimit
  resolveCredential: ResolveCredential
}

export type PreviewedSite = {
  settings: WebsiteSettings
  /** Used for this look only. */
  credential?: SourceCredentialInput | undefined
}

/** Pages that are fetched and split. Someone waits for the preview. */
const MAX_SAMPLE_PAGES = 8
/** Pages that are fetched at a time. */
const MAX_AT_ONCE = 3
/** For sitemaps and llms.txt. A longer listing goes on in the sync, without anyone waiting. */
const LISTING_MS = 8_000
/** In all; a request is answered after 30 s at the latest. */
const TOTAL_MS = 20_000

type Listing = { keys: string[]; sitemap: string | null; crawlDelayMs: number; warnings: string[] }
type Looked = { page: PreviewedPage; outcome: FetchOutcome | null }

/** Looks at a site as its first sync would, with the same checks, and stores nothing. */
export async function previewWebsite(
  deps: PreviewDeps,
  { settings, credential }: PreviewedSite,
  clientSignal: AbortSignal,
  limits = { listingMs: LISTING_MS, totalMs: TOTAL_MS },
): Promise<SourcePreview> {
  const signal = AbortSignal.any([clientSignal, AbortSignal.timeout(limits.totalMs)])
  const statuses = new Map<string, number>()
  const given = credential && { settings, credential, origin: new URL(settings.url).origin }
  const fetchSigned = given
    ? withCredential(deps.fetchPage, (refused) => deps.resolveCredential(given, refused))
    : deps.fetchPage
  const fetchPage: FetchPage = async (request) => {
    const response = await fetchSigned(request)
    statuses.set(request.url, response.status)
    return response
  }
  const site = createSite(settings, {
    ...deps,
    fetchPage,
    renderer: null,
    signsIn: given !== undefined,
  })
  const listing = await list(site, signal, limits.listingMs)
  const first = await look(deps, site, site.start, signal)
  const known = [...new Set([...listing.keys, ...foundBy(first)])].filter(
    (key) => key !== site.start,
  )
  const limited = limitConcurrency(MAX_AT_ONCE)
  const others = await Promise.all(
    getSample(first, known).map((key) => limited(() => look(deps, site, key, signal))),
  )
  clientSignal.throwIfAborted()
  const sample = [first, ...others]
  const startStatus = statuses.get(site.start)
  return {
    // If robots.txt disallows the start page, the site has still answered.
    reachable: startStatus === undefined ? statuses.size > 0 : startStatus < 400,
    sitemap: listing.sitemap,
    estimated_pages: Math.min(
      known.length + Number(first.page.state === 'readable'),
      settings.max_pages,
    ),
    sample: sample.map(({ page }) => page),
    theme_color: findTheme(first),
    warnings: [...listing.warnings, ...getWarnings(settings, listing, sample)],
  }
}

async function list(site: Site, signal: AbortSignal, listingMs: number): Promise<Listing> {
  const listing: Listing = { keys: [], sitemap: null, crawlDelayMs: 0, warnings: [] }
  const inTime = AbortSignal.timeout(listingMs)
  const onSitemap = (url: string) => (listing.sitemap ??= url)
  try {
    const bounded = AbortSignal.any([signal, inTime])
    listing.crawlDelayMs = (await site.robots(bounded)).crawlDelayMs
    for await (const batch of listSite(site, bounded, onSitemap)) {
      listing.keys.push(...batch.map(({ key }) => key))
    }
  } catch (error) {
    listing.warnings.push(
      inTime.aborted || signal.aborted
        ? 'The list of pages is long or slow, and was read in part. A sync reads all of it.'
        : `The pages could not be listed: ${findReason(error)}`,
    )
  }
  return listing
}

async function look(
  { perHostLimit, parser }: PreviewDeps,
  site: Site,
  key: string,
  signal: AbortSignal,
): Promise<Looked> {
  const described = (
    state: PreviewedPage['state'],
    reason: string | null,
    rest: Partial<PreviewedPage> = {},
  ): PreviewedPage => ({ url: key, title: null, passages: null, state, reason, ...rest })
  try {
    return await withinSignal(signal, async () => {
      const outcome = await perHostLimit.run(key, () =>
        fetchSitePage(site, { key, version: null, validators: null }, signal),
      )
      if (outcome.kind === 'fetched') {
        const { content, contentType } = outcome.page
        const { title, passages } = await parser.parse({
          content,
          contentType,
          givenTitle: null,
        })
        const page = described('readable', null, { title, passages: passages.length })
        return { page, outcome }
      }
      const reason = outcome.kind === 'moved' ? `It moved to ${outcome.to.key}.` : reasonIn(outcome)
      const state = outcome.kind === 'unchanged' ? 'failed' : outcome.kind
      return { page: described(state, reason), outcome }
    })
  } catch (error) {
    const reason = signal.aborted ? 'The site took too long to answer.' : findReason(error)
    const unreadable = `It cannot be read: ${reason}`
    const page = described('failed', error instanceof UnreadableDocument ? unreadable : reason)
    return { page, outcome: null }
  }
}

const reasonIn = (outcome: FetchOutcome): string | null =>
  'reason' in outcome ? outcome.reason : null

function foundBy({ outcome }: Looked): string[] {
  if (!outcome) return []
  if (outcome.kind === 'moved') return [outcome.to.key]
  return 'found' in outcome ? outcome.found.map(({ key }) => key) : []
}

/** Where the first page leads, and others evenly from the whole list: neighbours are often alike. */
function getSample(first: Looked, known: readonly string[]): string[] {
  const target = first.outcome?.kind === 'moved' ? [first.outcome.to.key] : []
  const count = Math.min(MAX_SAMPLE_PAGES - 1 - target.length, known.length)
  const spread = Array.from(
    { length: count },
    (_, index) => known[Math.floor((index * known.length) / count)] ?? '',
  )
  return [...new Set([...target, ...spread])]
}

function findTheme({ outcome }: Looked): string | null {
  if (outcome?.kind !== 'fetched') return null
  const { content, contentType } = outcome.page
  return typeof content === 'string' && contentType === 'text/html' ? readThemeColor(content) : null
}

function getWarnings(
  settings: WebsiteSettings,
  { keys, sitemap, crawlDelayMs }: Listing,
  sample: readonly Looked[],
): string[] {
  const [first, ...others] = sample.map(({ page }) => page)
  const readable = sample.filter(({ page }) => page.state === 'readable')
  const empty = readable.filter(({ page }) => page.passages === 0).length
  const warnings: string[] = []
  if (first && first.state !== 'readable' && first.state !== 'moved') {
    warnings.push(`The first page cannot be indexed: ${first.reason ?? first.state}`)
  }
  if (sitemap === null && keys.length <= 1) {
    warnings.push('There is no sitemap, so pages are found by their links. There may be more.')
  }
  if (keys.length >= settings.max_pages) {
    warnings.push(
      `There are more pages than max_pages, ${settings.max_pages}. The rest is left out.`,
    )
  }
  const failed = others.filter(({ state }) => state === 'failed' || state === 'skipped').length
  if (failed > 0) warnings.push(`${failed} of ${others.length} other pages could not be read.`)
  if (empty > 0) {
    const hint = settings.render ? 'They are rendered in the sync.' : 'Try with `render`.'
    warnings.push(`${empty} of ${readable.length} pages have no text before scripts run. ${hint}`)
  }
  if (crawlDelayMs > 0) {
    const seconds = crawlDelayMs / 1000
    warnings.push(`The site asks for ${seconds} s between requests, and syncs keep to that.`)
  }
  return warnings
}
