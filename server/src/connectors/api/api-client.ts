import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { FetchError } from '../../platform/network/fetch-error.ts'
import type { FetchPage, PageRequest, PageResponse } from '../../platform/network/fetch-page.ts'
import { readRetryAfter } from '../../platform/network/retry-after.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import type { FetchOutcome } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { isTransientStatus } from '../website/site-fetch.ts'
import { parseJson } from '../../platform/parse-json.ts'

export type ApiOptions = {
  readonly fetchPage: FetchPage
  /** The product, as in `Zendesk refuses …`. */
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether `fetchPage` signs in. */
  readonly signsIn: boolean
  /** Whether a reply says that a limit is reached, other than by status 429. */
  readonly isLimited?: (reply: PageResponse) => boolean
  /** Waits, also in place of a clock in tests. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export type ApiRequest = Pick<
  PageRequest,
  'url' | 'method' | 'headers' | 'maxBytes' | 'maxRedirects'
> & {
  readonly json?: unknown
  readonly signal: AbortSignal
}

export type ApiReply = PageResponse & { readonly json: unknown }

export type Api = {
  /** Any reply that trying again would not change, with its JSON if it was successful. */
  request(request: Omit<ApiRequest, 'maxBytes'>): Promise<ApiReply>
  /** The reply of a request that has to succeed. */
  read<Schema extends z.ZodType>(
    schema: Schema,
    request: Omit<ApiRequest, 'maxBytes'>,
  ): Promise<z.infer<Schema>>
  /** The same. null: the reply has one of these statuses, which say that there is nothing. */
  readIfThere<Schema extends z.ZodType>(
    schema: Schema,
    request: Omit<ApiRequest, 'maxBytes'>,
    missing: readonly number[],
  ): Promise<z.infer<Schema> | null>
  /** The same for a page by itself, which may be gone (in these words) or closed to the source. */
  readPage<Schema extends z.ZodType>(
    schema: Schema,
    request: Omit<ApiRequest, 'maxBytes'>,
    gone: string,
  ): Promise<PageReply<z.infer<Schema>>>
  /** As it is: a file, or a page in HTML. */
  download(request: ApiRequest): Promise<PageResponse>
  /** What to throw for a status that is no success. */
  refusal(status: number): SourceError
}

/** Who reads there, in a sentence. */
export const describeReader = (signsIn: boolean): string =>
  signsIn ? 'the credentials of the source' : 'readers without credentials'

/** outcome: what becomes of a page that cannot be read. */
export type PageReply<Data> = { data: Data; outcome: null } | { data: null; outcome: FetchOutcome }

const MAX_TRIES = 3
/** A server that asks to wait may ask this often for one request. */
const MAX_PAUSES = 20
const MAX_PAUSE_MS = 300_000
const FIRST_BACKOFF_MS = 1_000
const MAX_REPLY_BYTES = 50_000_000

/**
 * Requests to the API of another product, one at a time, as the products ask of those who read much. It
 * waits as long as it is asked to, tries again what may pass, and tells a refusal from a fault.
 */
export function createApi(options: ApiOptions): Api {
  const { name, signsIn } = options
  const oneAtATime = limitConcurrency(1)
  const send = (request: ApiRequest, isJson: boolean): Promise<ApiReply> =>
    oneAtATime(() => sendWithRetries(options, request, isJson))
  const request: Api['request'] = (asked) => send({ ...asked, maxBytes: MAX_REPLY_BYTES }, true)
  const refusal = (status: number): SourceError => {
    if (status !== 401 && status !== 403) {
      return new SourceError(`${name} answers with status ${status}.`)
    }
    const why = !signsIn
      ? 'requires signing in'
      : status === 401
        ? 'rejects the credentials of the source: they are wrong or no longer valid'
        : 'does not let the credentials of the source read this'
    return new SourceError(`${name} ${why} (status ${status}).`)
  }
  const accept = <Schema extends z.ZodType>(schema: Schema, { status, json }: ApiReply) => {
    if (status !== 200) throw refusal(status)
    return parseReply(name, schema, json)
  }
  return {
    request,
    download: (asked) => send(asked, false),
    refusal,
    read: async (schema, asked) => accept(schema, await request(asked)),
    async readIfThere(schema, asked, missing) {
      const reply = await request(asked)
      return missing.includes(reply.status) ? null : accept(schema, reply)
    },
    async readPage(schema, asked, gone) {
      const reply = await request(asked)
      const { status } = reply
      if (status === 404 || status === 410)
        return { data: null, outcome: { kind: 'gone', reason: gone } }
      if (status !== 403) return { data: accept(schema, reply), outcome: null }
      const reason = `${name} does not let the source read it (status 403).`
      return { data: null, outcome: { kind: 'skipped', reason, found: [] } }
    },
  }
}

export function parseReply<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  json: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new Error(`${name} sent something unexpected${where === '' ? '' : ` in ${where}`}.`)
}

async function sendWithRetries(
  options: ApiOptions,
  request: ApiRequest,
  isJson: boolean,
): Promise<ApiReply> {
  const { name, pause = wait } = options
  let tries = 0
  for (let pauses = 0; ; pauses += 1) {
    const sent = await trySending(options, request, isJson)
    if ('reply' in sent && sent.pauseMs === null) return sent.reply
    if (sent.pauseMs === null) tries += 1
    if (tries === MAX_TRIES || pauses === MAX_PAUSES) {
      throw new Error(`${name} ${sent.fault}.`, { cause: sent.cause })
    }
    const backoffMs = FIRST_BACKOFF_MS * 2 ** tries
    await pause(Math.min(sent.pauseMs ?? backoffMs, MAX_PAUSE_MS), request.signal)
  }
}

/** pauseMs: how long the server asks to wait, whatever it sent. */
type Sent =
  | { reply: ApiReply; pauseMs: null }
  | { fault: string; cause?: unknown; pauseMs: number | null }

async function trySending(
  { fetchPage, headers, name, isLimited }: ApiOptions,
  { json, signal, ...request }: ApiRequest,
  isJson: boolean,
): Promise<Sent> {
  try {
    const reply = await fetchPage({
      ...request,
      signal,
      headers: {
        ...(isJson ? { accept: 'application/json' } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...request.headers,
      },
      ...(json === undefined ? {} : { body: Buffer.from(JSON.stringify(json)) }),
    })
    const { status } = reply
    const pauseMs = isLimited?.(reply) ? untilReset(reply) : askedPause(reply)
    if (pauseMs !== null || isTransientStatus(status)) {
      return { fault: `answers with status ${status}`, pauseMs }
    }
    if (!isJson || status < 200 || status > 299) {
      return { reply: { ...reply, json: null }, pauseMs: null }
    }
    if (/^text\/html\b/i.test(reply.headers.get('content-type') ?? '')) {
      throw new SourceError(`${name} sends a web page, such as for signing in, instead of data.`)
    }
    const parsed = parseJson(reply.body)
    if (parsed === undefined) return { fault: 'sent data that is cut off', pauseMs: null }
    return { reply: { ...reply, json: parsed }, pauseMs: null }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    signal.throwIfAborted()
    if (!error.isTransient) throw new SourceError(`${name} cannot be read: ${error.message}`)
    return {
      fault: `cannot be reached: ${error.message.replace(/\.$/, '')}`,
      cause: error,
      pauseMs: null,
    }
  }
}

const DEFAULT_PAUSE_MS = 60_000

/** GitHub answers 403 where others answer 429, and names the second at which its limit ends. */
function askedPause({ status, headers }: PageResponse): number | null {
  const asked = readRetryAfter(headers.get('retry-after'))
  if (status === 503 || status === 529) return asked
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0'
  if (status !== 429 && !(status === 403 && (asked !== null || isUsedUp))) return null
  return asked ?? untilReset({ headers })
}

function untilReset({ headers }: Pick<PageResponse, 'headers'>): number {
  const resetSeconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  const milliseconds = resetSeconds * 1000 - Date.now()
  return headers.get('x-ratelimit-remaining') === '0' && milliseconds > 0
    ? milliseconds
    : DEFAULT_PAUSE_MS
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal })
