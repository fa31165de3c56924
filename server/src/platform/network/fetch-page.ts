import { FetchError, toFetchError } from './fetch-error.ts'
import { createSafeFetch } from './safe-fetch.ts'
import type { Fetch, SafeFetchOptions, WhyRefused } from './safe-fetch.ts'

export type PageRequest = {
  readonly url: string
  /**
   * The URL that the operator chose, when a page chose `url`. Private hosts are open to this host name
   * alone; otherwise any site could reach them through us. Default: `url`.
   */
  readonly chosenUrl?: string | undefined
  /** Only a GET is redirected. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | undefined
  /** Sent wherever redirects lead: nothing secret. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly credential?: RequestCredential | undefined
  readonly body?: Uint8Array<ArrayBuffer> | undefined
  /** After decompression. */
  readonly maxBytes: number
  /** 0 returns a redirect as it is. */
  readonly maxRedirects?: number | undefined
  /** From the first connection to the last byte. */
  readonly timeoutMs?: number | undefined
  /** Decides from the head of the response whether the body is wanted. */
  readonly wantsBody?: ((head: PageHead) => boolean) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Secret headers of any name, for one origin. */
export type RequestCredential = {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  /** More of them, made for one request. */
  readonly sign?: (request: SignedRequest) => Promise<Record<string, string>>
}

export type SignedRequest = { readonly url: string; readonly method: string }

export type PageHead = { readonly url: string; readonly status: number; readonly headers: Headers }
export type PageResponse = PageHead & { readonly body: Uint8Array }

/** Fetches a URL that others chose. Throws a FetchError, or the reason of the aborted signal. */
export type FetchPage = (request: PageRequest) => Promise<PageResponse>
export type PageFetcher = {
  readonly fetchPage: FetchPage
  readonly whyRefused: WhyRefused
  close(): Promise<void>
}

export type PageFetcherOptions = SafeFetchOptions & { readonly userAgent: string }

const DEFAULT_TIMEOUT_MS = 60_000
const DEFAULT_MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Three attempts at a page that hangs take under a minute; vanished pages are deleted after them. */
const LIMITS = { connectTimeoutMs: 10_000, headTimeoutMs: 15_000, idleTimeoutMs: 10_000 }

export function createPageFetcher(options: PageFetcherOptions): PageFetcher {
  const safe = createSafeFetch({ ...LIMITS, ...options })
  const publicOnly = createSafeFetch({ ...LIMITS, ...options, allowPrivate: false })
  const fetchFor = (url: string, chosenUrl: string): Fetch =>
    findHostname(url) === findHostname(chosenUrl) ? safe.fetch : publicOnly.fetch
  return {
    async fetchPage(request) {
      const deadline = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
      const signals = request.signal ? [request.signal, deadline] : [deadline]
      const signal = AbortSignal.any(signals)
      const headers = { 'user-agent': options.userAgent, ...request.headers }
      try {
        return await followRedirects(fetchFor, { ...request, headers, signal })
      } catch (error) {
        request.signal?.throwIfAborted()
        if (deadline.aborted) throw timedOut(request, error)
        throw toFetchError(error, getHost(request.url))
      }
    },
    whyRefused: safe.whyRefused,
    async close() {
      await Promise.all([safe.close(), publicOnly.close()])
    },
  }
}

function timedOut(
  { url, timeoutMs = DEFAULT_TIMEOUT_MS }: PageRequest,
  cause: unknown,
): FetchError {
  const reason = `${getHost(url)} did not finish within ${timeoutMs / 1000} s.`
  return new FetchError('timeout', reason, { cause })
}

const findHostname = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).hostname : null

const getHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'The address')

/** `fetchFor`: what may fetch a URL, given the one that the operator chose. */
export async function followRedirects(
  fetchFor: (url: string, chosenUrl: string) => Fetch,
  request: PageRequest,
): Promise<PageResponse> {
  const {
    chosenUrl = request.url,
    maxRedirects = DEFAULT_MAX_REDIRECTS,
    method = 'GET',
    credential,
    signal,
  } = request
  let url = request.url
  let mayIdentify = true
  for (let hop = 0; ; hop += 1) {
    // Another origin could send us back with an address of its choice, so there is no way back.
    mayIdentify &&= credential !== undefined && new URL(url).origin === credential.origin
    const secret = mayIdentify && credential ? await secretHeaders(credential, { url, method }) : {}
    const response = await fetchFor(url, chosenUrl)(url, {
      method,
      headers: { ...request.headers, ...secret },
      ...(request.body ? { body: request.body } : {}),
      ...(signal ? { signal } : {}),
    })
    const location = method === 'GET' && maxRedirects > 0 ? findRedirect(response) : null
    if (location === null) return readPage(url, response, request)
    await response.body?.cancel()
    if (hop === maxRedirects) {
      throw new FetchError('redirects', `It redirects more than ${maxRedirects} times.`)
    }
    url = resolveAgainst(url, location)
  }
}

const secretHeaders = async (
  { headers, sign }: RequestCredential,
  request: SignedRequest,
): Promise<Record<string, string>> => ({ ...headers, ...(await sign?.(request)) })

const findRedirect = (response: Response): string | null =>
  REDIRECTS.has(response.status) ? response.headers.get('location') : null

function resolveAgainst(base: string, location: string): string {
  if (!URL.canParse(location, base))
    throw new FetchError('redirects', 'It redirects to no address.')
  return new URL(location, base).href
}

async function readPage(
  url: string,
  response: Response,
  { maxBytes, wantsBody }: PageRequest,
): Promise<PageResponse> {
  const head = { url, status: response.status, headers: response.headers }
  if (wantsBody && !wantsBody(head)) {
    await response.body?.cancel()
    return { ...head, body: new Uint8Array() }
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the response, so a decompression bomb is inflated only up to the limit.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return { ...head, body: Buffer.concat(chunks, size) }
}

const tooLarge = (maxBytes: number): FetchError =>
  new FetchError('too-large', `It is larger than ${sizeInWords(maxBytes)}.`)

const sizeInWords = (bytes: number): string =>
  bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1000} kB`
