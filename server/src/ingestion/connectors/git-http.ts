import type { HttpClient } from 'isomorphic-git'
import { FetchError } from '../../platform/fetch-error.ts'
import type { FetchPage } from '../../platform/fetch-page.ts'
import { SourceError } from './connector.ts'
import { isPassing } from './site-fetch.ts'

const TIMEOUT_MS = 300_000

/** Git's smart HTTP over our own fetch: the same addresses are refused, the same limits kept. */
export function createGitHttp(
  fetchPage: FetchPage,
  maxBytes: number,
  signal: AbortSignal,
): HttpClient {
  return {
    async request({ url, method, headers, body }) {
      const isPost = method === 'POST'
      const response = await fetchPage({
        url,
        method: isPost ? 'POST' : 'GET',
        headers: withoutUserAgent(headers ?? {}),
        ...(isPost ? { body: await collect(body ?? []) } : {}),
        maxBytes,
        // A POST would have to go elsewhere too: the new address is for the operator to set.
        maxRedirects: 0,
        timeoutMs: TIMEOUT_MS,
        signal,
      }).catch((error: unknown) => {
        throw error instanceof FetchError && !error.mayPass ? refused(error.message) : error
      })
      checkStatus(response.status, response.headers.get('location'))
      return {
        url,
        method: isPost ? 'POST' : 'GET',
        statusCode: response.status,
        statusMessage: '',
        headers: Object.fromEntries(response.headers),
        body: once(response.body),
      }
    },
  }
}

const refused = (reason: string): SourceError =>
  new SourceError(`The repository cannot be read: ${reason}`)

function checkStatus(status: number, location: string | null): void {
  if (status === 200) return
  if (isPassing(status)) throw new Error(`The repository answers with status ${status}.`)
  if (status === 401 || status === 403 || status === 404) {
    throw refused(`there is none at this address that is open to all (status ${status}).`)
  }
  const moved = location === null ? '' : ` It redirects to ${location}; set that instead.`
  throw refused(`its server answers with status ${status}.${moved}`)
}

const withoutUserAgent = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'user-agent'),
  )

async function collect(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const piece of pieces) chunks.push(piece)
  return new Uint8Array(Buffer.concat(chunks))
}

async function* once(body: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield body
}
