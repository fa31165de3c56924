import { FootnoteError } from './error.ts'
import type { ReaderToken } from './reader-token.ts'
import { resolveReaderToken } from './reader-token.ts'
import { toResponseError, unexpectedResponse } from './response-error.ts'

export type Fetch = typeof globalThis.fetch

export type Connection = {
  /** Where the service is, as `resolveBaseUrl` gives it. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly readerToken?: ReaderToken | undefined
  /** Default: the global one. */
  readonly fetch?: Fetch | undefined
}

export type CallOptions = {
  /** Ends the call early. It then rejects with the signal's reason, not with a FootnoteError. */
  readonly signal?: AbortSignal | undefined
  /** Default: 30,000. */
  readonly timeoutMs?: number | undefined
}

/** Options of calls for which a public key may need a CAPTCHA token. */
export type GatedCallOptions = CallOptions & {
  /** A fresh reCAPTCHA v3 token, when `captcha_required` is true in the widget configuration. */
  readonly recaptchaToken?: string | undefined
}

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  /** Sent as it is, instead of JSON. */
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined
  /** Goes on when the page is left. For small bodies. */
  readonly keepalive?: boolean
}

const DEFAULT_TIMEOUT_MS = 30_000

/** One call: JSON out, JSON back. Every failure but the caller's own abort is a FootnoteError. */
export async function request<Result>(
  connection: Connection,
  call: Call,
  options: GatedCallOptions = {},
): Promise<Result> {
  const { response, text } = await exchange(connection, call, options)
  if (!response.ok) throw toResponseError(response, text)
  try {
    const result: Result = text === '' ? undefined : JSON.parse(text)
    return result
  } catch (error) {
    throw unexpectedResponse(response, { cause: error })
  }
}

async function exchange(connection: Connection, call: Call, options: GatedCallOptions) {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const response = await send(connection, call, options, signal, 'application/json')
    return { response, text: await response.text() }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw lostCall(timeout.aborted ? 'TIMEOUT' : 'NETWORK', connection.baseUrl, error)
  }
}

export async function send(
  connection: Connection,
  call: Call,
  { recaptchaToken }: Pick<GatedCallOptions, 'recaptchaToken'>,
  signal: AbortSignal,
  accept: string,
): Promise<Response> {
  // A bare name: browsers refuse `fetch` called as another object's method.
  const fetch = connection.fetch ?? globalThis.fetch
  const content = getContent(call)
  const captcha = recaptchaToken === undefined ? {} : { 'x-recaptcha-token': recaptchaToken }
  const readerToken = await resolveReaderToken(connection.readerToken, signal)
  const reader = readerToken === undefined ? {} : { 'x-reader-token': readerToken }
  return fetch(toUrl(connection.baseUrl, call), {
    method: call.method,
    headers: { accept, ...content.headers, ...captcha, ...reader, ...connection.headers },
    // The headers hold a secret, and fetch would carry them to wherever a redirect points.
    redirect: 'error',
    signal,
    keepalive: call.keepalive ?? false,
    ...content.body,
  })
}

function getContent({ body, bytes }: Call) {
  if (bytes) {
    return { headers: { 'content-type': 'application/octet-stream' }, body: { body: bytes } }
  }
  if (body === undefined) return { headers: {}, body: {} }
  return { headers: { 'content-type': 'application/json' }, body: { body: JSON.stringify(body) } }
}

const LOST = {
  NETWORK: 'The connection to the service was lost.',
  TIMEOUT: 'The service did not answer in time.',
}

export const lostCall = (
  code: 'NETWORK' | 'TIMEOUT',
  address: string,
  cause: unknown,
): FootnoteError =>
  new FootnoteError(
    LOST[code],
    { status: null, code, requestId: null, retryable: true, address },
    { cause },
  )

function toUrl(baseUrl: string, call: Call): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  const search = parameters.size === 0 ? '' : `?${parameters.toString()}`
  return `${baseUrl}${call.path}${search}`
}
