import type { WebsiteSettings } from '@footnote/contract/admin/source-settings'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { SourceError } from '../connector.ts'
import type { FoundPage } from '../connector.ts'
import { decodeText } from '../../text/decode-text.ts'
import { createCrawlDelay } from './crawl-delay.ts'
import { createScope, pageKey } from '../page-key.ts'
import { createPathFilter } from '../../platform/path-filter.ts'
import { readablePath } from '../../platform/readable-path.ts'
import type { Renderer } from './render.ts'
import { ALLOW_ALL, readRobots } from './robots.ts'
import type { Robots } from './robots.ts'
import { createSiteFetch, fetchListing } from './site-fetch.ts'
import type { SiteFetch } from './site-fetch.ts'
import { createTrapGuard } from './traps.ts'

export type SiteDeps = {
  readonly fetchPage: FetchPage
  readonly userAgent: string
  readonly maxPageBytes: number
  /** null: pages are not rendered. */
  readonly renderer: Renderer | null
  /** Whether `fetchPage` signs in. */
  readonly signsIn: boolean
}

/** The state that the parts of the website connector share. */
export type Site = {
  readonly start: string
  readonly robotName: string
  readonly maxPageBytes: number
  readonly renderer: Renderer | null
  readonly fetch: SiteFetch
  readonly signsIn: boolean
  isPart(key: string): boolean
  /** Whether it matches the patterns of the source. */
  isWanted(key: string): boolean
  robots(signal: AbortSignal): Promise<Robots>
  /** The addresses that are pages of this source, within its limits. */
  offer(addresses: readonly string[], by: { base: string; listed: boolean }): FoundPage[]
  /** Pages that named another page as canonical, by key. */
  readonly moves: Map<string, string>
}

const MAX_ROBOTS_BYTES = 1_000_000

export function createSite(settings: WebsiteSettings, deps: SiteDeps): Site {
  const start = pageKey(settings.url)
  if (start === null) throw new SourceError('The address of the source is not a web page.')
  const crawlDelay = createCrawlDelay()
  const siteFetch = createSiteFetch(deps.fetchPage, start, crawlDelay)
  const robotName = deps.userAgent.split('/', 1)[0] ?? deps.userAgent
  let loading: Promise<Robots> | null = null
  const isPart = createScope(start)
  const fitsPatterns = createPathFilter(settings)
  const isWanted = (key: string) => fitsPatterns(readablePath(key))
  return {
    start,
    robotName,
    maxPageBytes: deps.maxPageBytes,
    renderer: deps.renderer,
    fetch: siteFetch,
    signsIn: deps.signsIn,
    isPart,
    isWanted,
    robots(signal) {
      loading ??= loadRobots(start, siteFetch, robotName, signal).then(
        (robots) => {
          crawlDelay.setDelay(robots.crawlDelayMs)
          return robots
        },
        (error: unknown) => {
          loading = null
          throw error
        },
      )
      return loading
    },
    offer: createOffer(settings.max_pages, (key) => isPart(key) && isWanted(key)),
    moves: new Map(),
  }
}

async function loadRobots(
  start: string,
  siteFetch: SiteFetch,
  robotName: string,
  signal: AbortSignal,
): Promise<Robots> {
  const url = new URL('/robots.txt', start).href
  const request = { url, maxBytes: MAX_ROBOTS_BYTES, signal }
  const response = await fetchListing(siteFetch, request, { isNamed: false })
  return response === null ? ALLOW_ALL : readRobots(url, decodeText(response.body, null), robotName)
}

function createOffer(maxPages: number, isPage: (key: string) => boolean): Site['offer'] {
  const offered = new Set<string>()
  const traps = createTrapGuard()
  return (addresses, { base, listed }) => {
    const keys = new Set<string>()
    for (const address of addresses) {
      const key = pageKey(address, base)
      if (key === null || keys.has(key) || !isPage(key)) continue
      const isNew = !offered.has(key)
      // One more than the maximum, so that the sync notices that it was truncated.
      if (isNew && (offered.size > maxPages || !(listed || traps.admits(key)))) continue
      offered.add(key)
      keys.add(key)
    }
    return Array.from(keys, (key) => ({ key, version: null }))
  }
}
