import type { FoundPage } from '../connector.ts'
import { decodeText } from '../../text/decode-text.ts'
import { bareType } from '../content-types.ts'
import { markdownLinks, withoutMarkdownCopies } from './llms-links.ts'
import { pageKey } from '../page-key.ts'
import { fetchListing } from './site-fetch.ts'
import { requireSignedIn } from './sign-in-check.ts'
import { MAX_SITEMAP_BYTES, readSitemaps } from './sitemap.ts'
import type { Site } from './site.ts'

const MAX_LLMS_BYTES = 5_000_000

/** The start page and the pages in sitemaps and llms.txt. Links lead to the others. */
export async function* listSite(
  site: Site,
  signal: AbortSignal,
  onSitemap: (url: string) => void = () => undefined,
): AsyncGenerator<FoundPage[]> {
  if (site.signsIn) await requireSignedIn(site, signal)
  const robots = await site.robots(signal)
  yield [{ key: site.start, version: null }]
  const listed = new Set([site.start])
  const guess = new URL('/sitemap.xml', site.start).href
  const isNamed = robots.sitemaps.length > 0
  const roots = isNamed ? robots.sitemaps : [guess]
  const read = async (url: string) => {
    const bytes = await readSitemapFile(site, url, !isNamed && url === guess, signal)
    if (bytes !== null) onSitemap(url)
    return bytes
  }
  for await (const locations of readSitemaps(roots, read, signal)) {
    const found = site.offer(locations, { base: site.start, listed: true })
    for (const { key } of found) listed.add(key)
    if (found.length > 0) yield found
  }
  const found = await llmsPages(site, listed, signal)
  if (found.length > 0) yield found
}

/** null: there is none. Some sites answer a guessed sitemap URL with an HTML page. */
async function readSitemapFile(
  site: Site,
  url: string,
  isGuess: boolean,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const request = { url, maxBytes: MAX_SITEMAP_BYTES, signal }
  const response = await fetchListing(site.fetch, request, { isNamed: !isGuess })
  if (response === null) return null
  const isPage = bareType(response.headers.get('content-type')) === 'text/html'
  return isGuess && isPage ? null : response.body
}

async function llmsPages(
  site: Site,
  listed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FoundPage[]> {
  const places = new Set([
    new URL('/llms.txt', site.start).href,
    new URL('llms.txt', site.start).href,
  ])
  const found: FoundPage[] = []
  for (const url of places) {
    const request = { url, maxBytes: MAX_LLMS_BYTES, signal }
    const response = await fetchListing(site.fetch, request, { isNamed: false })
    const type = bareType(response?.headers.get('content-type') ?? null)
    if (response === null || type === 'text/html') continue
    const keys = markdownLinks(decodeText(response.body, null))
      .map((link) => pageKey(link, url))
      .filter((key) => key !== null)
    const pages = withoutMarkdownCopies(keys, listed)
    found.push(...site.offer(pages, { base: url, listed: true }))
  }
  return found
}
