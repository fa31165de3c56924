import type { HttpClient } from 'isomorphic-git'
import { FetchError } from '../../platform/network/fetch-error.ts'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { SourceError } from '../connector.ts'
import { isTransientStatus } from '../website/site-fetch.ts'

const TIMEOUT_MS = 300_000

export type GitHttpDeps = {
  readonly fetchPage: FetchPage
  /** Whether `fetchPage` signs in. */
  readonly signsIn: boolean
}

/** Git's smart HTTP over our own fetch, which refuses private addresses and enforces limits. */
export function createGitHttp(
  { fetchPage, signsIn }: GitHttpDeps,
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
        // POSTs would have to follow as well, so the operator sets the new address instead.
        maxRedirects: 0,
        timeoutMs: TIMEOUT_MS,
        signal,
      }).catch((error: unknown) => {
        throw error instanceof FetchError && !error.isTransient ? refused(error.message) : error
      })
      checkStatus(response.status, response.headers.get('location'), signsIn)
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

function checkStatus(status: number, location: string | null, signsIn: boolean): void {
  if (status === 200) return
  if (isTransientStatus(status)) throw new Error(`The repository answers with status ${status}.`)
  if (signsIn && status === 401) {
    throw refused(
      'its server rejects the credentials of the source: they are wrong, expired or revoked (status 401).',
    )
  }
  if (signsIn && (status === 403 || status === 404)) {
    throw refused(
      `it is not there, or the credentials of the source may not read it (status ${status}).`,
    )
  }
  if (status === 401 || status === 403 || status === 404) {
    throw refused(`there is no public repository at this address (status ${status}).`)
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
