import { FetchError } from '../../platform/network/fetch-error.ts'
import type { FetchPage, PageRequest, PageResponse } from '../../platform/network/fetch-page.ts'
import { readRetryAfter } from '../../platform/network/retry-after.ts'
import { SourceError } from '../connector.ts'
import type { CrawlDelay } from './crawl-delay.ts'

const MAX_TRIES = 3
/** For a longer wait the page fails, and its next attempt waits. */
const MAX_PAUSE_MS = 60_000

export type SiteFetch = (
  request: PageRequest & { readonly signal: AbortSignal },
) => Promise<PageResponse>

/** Keeps to the crawl delay of the site, and waits as long as a 429 or 503 asks for. */
export function createSiteFetch(
  fetchPage: FetchPage,
  start: string,
  crawlDelay: CrawlDelay,
): SiteFetch {
  return async (request) => {
    for (let tries = 1; ; tries += 1) {
      await crawlDelay.wait(request.signal)
      const response = await fetchPage({ chosenUrl: start, ...request })
      const pauseMs = pauseAskedBy(response)
      if (pauseMs === null || tries === MAX_TRIES) return response
      if (pauseMs > MAX_PAUSE_MS) {
        const seconds = Math.round(pauseMs / 1000)
        throw new Error(`${new URL(request.url).host} asks to wait ${seconds} s.`)
      }
      crawlDelay.pauseFor(pauseMs)
    }
  }
}

const pauseAskedBy = ({ status, headers }: PageResponse): number | null =>
  status === 429 || status === 503 ? readRetryAfter(headers.get('retry-after')) : null

/** Whether a retry may succeed. */
export const isTransientStatus = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429

/**
 * Fetches a file that lists pages. null if there is none; throws if that is unclear, since the pages it
 * lists would be taken for deleted. A file that the site names is missing only on 404 or 410; at a
 * guessed URL, any permanent error counts: object stores answer 403 for what does not exist.
 */
export async function fetchListing(
  siteFetch: SiteFetch,
  request: PageRequest & { readonly signal: AbortSignal },
  { isNamed }: { isNamed: boolean },
): Promise<PageResponse | null> {
  try {
    const response = await siteFetch(request)
    const { status } = response
    if (status === 200) return response
    if (isNamed ? status === 404 || status === 410 : !isTransientStatus(status)) return null
    throw new Error(`${request.url} answers with status ${status}.`)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const reason = `${request.url} cannot be read: ${error.message}`
    throw error.isTransient ? new Error(reason, { cause: error }) : new SourceError(reason)
  }
}
