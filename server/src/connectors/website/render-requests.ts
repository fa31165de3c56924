import type { Request, Route } from 'playwright-core'
import type { FetchPage } from '../../platform/network/fetch-page.ts'

type Document = { readonly url: string; readonly html: string; readonly signal: AbortSignal }

/** What text depends on. Images, fonts and videos are not fetched. */
const WANTED = new Set(['script', 'fetch', 'xhr', 'stylesheet'])
const MAX_REQUESTS = 200
const MAX_BYTES = 5_000_000
const MAX_TOTAL_BYTES = 30_000_000
const TIMEOUT_MS = 10_000

/** Wrong for a decoded, complete body, or not meant for a page. */
const DROPPED = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'set-cookie',
])

/** Answers every request of a page: the document from what was fetched, the rest through our fetch. */
export function answerRequests(
  fetchPage: FetchPage,
  document: Document,
): (route: Route) => Promise<void> {
  let requests = 0
  let bytes = 0
  let hasDocument = false
  return async (route) => {
    const request = route.request()
    if (!hasDocument && isDocument(request, document.url)) {
      hasDocument = true
      const contentType = 'text/html; charset=utf-8'
      await route.fulfill({ status: 200, contentType, body: document.html })
      return
    }
    requests += 1
    const isWanted = WANTED.has(request.resourceType()) && request.method() === 'GET'
    if (!isWanted || requests > MAX_REQUESTS || bytes > MAX_TOTAL_BYTES) {
      await route.abort()
      return
    }
    try {
      const response = await fetchPage({
        url: request.url(),
        chosenUrl: document.url,
        headers: headersFor(request),
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        signal: document.signal,
      })
      bytes += response.body.byteLength
      const headers = [...response.headers].filter(([name]) => !DROPPED.has(name))
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(headers),
        body: Buffer.from(response.body),
      })
    } catch {
      // The page has been closed, or continues without it, as it would in any browser.
      await route.abort().catch(() => undefined)
    }
  }
}

const isDocument = (request: Request, url: string): boolean =>
  request.isNavigationRequest() && request.frame().parentFrame() === null && request.url() === url

/** No cookies, but the origin, so that servers that require it answer as they would a browser. */
function headersFor(request: Request): Record<string, string> {
  const { accept, origin, referer } = request.headers()
  return {
    ...(accept === undefined ? {} : { accept }),
    ...(origin === undefined ? {} : { origin }),
    ...(referer === undefined ? {} : { referer }),
  }
}
