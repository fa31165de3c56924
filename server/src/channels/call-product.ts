import { setTimeout as sleep } from 'node:timers/promises'
import { FetchError } from '../platform/network/fetch-error.ts'
import type { FetchPage, PageRequest } from '../platform/network/fetch-page.ts'
import { readRetryAfter } from '../platform/network/retry-after.ts'
import { ChannelError } from './channel-error.ts'

const TIMEOUT_MS = 15_000
const MAX_REPLY_BYTES = 5_000_000
/** A longer wait is not worth a worker: the question waits in the queue. */
const MAX_WAIT_MS = 5_000
const MAX_WAITS = 5
const DEFAULT_WAIT_MS = 1_000

export type ProductRequest = Pick<PageRequest, 'url' | 'method' | 'headers' | 'body' | 'signal'> & {
  /** Sent to where the request goes, and nowhere else. */
  secretHeaders: Readonly<Record<string, string>>
}

export type ProductReply = { status: number; headers: Headers; body: Uint8Array }

/** A request to a product, whatever it replies, but that it is to wait: then it waits, shortly, as long as it is asked to. */
export async function callProduct(
  fetchPage: FetchPage,
  name: string,
  { secretHeaders, ...request }: ProductRequest,
): Promise<ProductReply> {
  const { origin } = new URL(request.url)
  for (let waits = 0; ; waits += 1) {
    const response = await fetchPage({
      ...request,
      credential: { origin, headers: secretHeaders },
      maxBytes: MAX_REPLY_BYTES,
      maxRedirects: 0,
      timeoutMs: TIMEOUT_MS,
    }).catch((error: unknown) => {
      if (!(error instanceof FetchError)) throw error
      const message = `${name} cannot be reached: ${error.message}`
      throw new ChannelError(message, { code: error.failure, isTransient: error.isTransient })
    })
    if (response.status !== 429) return response
    const waitMs = readRetryAfter(response.headers.get('retry-after')) ?? DEFAULT_WAIT_MS
    if (waitMs > MAX_WAIT_MS || waits >= MAX_WAITS) {
      const message = `${name} asks to wait: too much is posted at once.`
      throw new ChannelError(message, { code: 'ratelimited', waitMs, isTransient: true })
    }
    await sleep(waitMs, undefined, { signal: request.signal })
  }
}

/** What a status says that says nothing else. */
export const statusError = (name: string, status: number): ChannelError =>
  new ChannelError(`${name} answers with status ${status}.`, {
    code: `${status}`,
    isTransient: status >= 500 || status === 408,
  })
