import { FetchError } from '../../platform/fetch-error.ts'
import type { FetchPage, PageRequest, PageResponse } from '../../platform/fetch-page.ts'
import { SourceError } from './connector.ts'
import { retryAfterMs } from './pace.ts'
import type { Pace } from './pace.ts'

const MAX_TRIES = 3
/** A site that asks for more gets it from the next try of the page, not from this one. */
const MAX_PAUSE_MS = 60_000

export type SiteFetch = (
  request: PageRequest & { readonly signal: AbortSignal },
) => Promise<PageResponse>

/** Fetches at the pace of the site: it waits where a 429 or 503 says how long. */
export function createSiteFetch(fetchPage: FetchPage, start: string, pace: Pace): SiteFetch {
  return async (request) => {
    for (let tries = 1; ; tries += 1) {
      await pace.turn(request.signal)
      const response = await fetchPage({ chosenUrl: start, ...request })
      const pauseMs = pauseAskedBy(response)
      if (pauseMs === null || tries === MAX_TRIES) return response
      if (pauseMs > MAX_PAUSE_MS) {
        const seconds = Math.round(pauseMs / 1000)
        throw new Error(`${new URL(request.url).host} asks to wait ${seconds} s.`)
      }
      pace.holdFor(pauseMs)
    }
  }
}

const pauseAskedBy = ({ status, headers }: PageResponse): number | null =>
  status === 429 || status === 503 ? retryAfterMs(headers.get('retry-after'), new Date()) : null

/** Whether another try may get another answer. */
export const isPassing = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429

/**
 * A file that tells what is on a site. null when there is none; throws when that cannot be known,
 * since whatever it lists would pass for deleted. One that the site names is there until it is gone;
 * where its place was only guessed, 403 is how an object store says that there is nothing.
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
    if (isNamed ? status === 404 || status === 410 : !isPassing(status)) return null
    throw new Error(`${request.url} answers with status ${status}.`)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const reason = `${request.url} cannot be read: ${error.message}`
    throw error.mayPass ? new Error(reason, { cause: error }) : new SourceError(reason)
  }
}
