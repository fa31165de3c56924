import type { Readable } from 'node:stream'
import { hasBlockedPort } from '@footnote/contract/blocked-ports'
import type { Dispatcher } from 'undici'

export type PostRequest = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Closes the connection. */
  readonly signal: AbortSignal
}

export type PostReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: ReplyBody
}

export type ReplyBody = {
  /** All that came since the last read, or else what comes next; null at the end. */
  read(): Promise<Uint8Array | null>
  /** Closes the connection. */
  cancel(): void
}

export type Post = (url: URL, request: PostRequest) => Promise<PostReply>

/** Beyond this nothing is read ahead, and backpressure makes the other side wait. */
const READ_AHEAD_BYTES = 64 * 1024

/**
 * For replies that are awaited for long. `fetch` holds the request twice and several streams until the
 * reply has ended; this lets go of the request's body once it is sent. Redirects are not followed.
 */
export const createPost =
  (dispatcher: Dispatcher): Post =>
  (url, { headers, body, signal }) =>
    new Promise((resolve, reject) => {
      // As `fetch` says it.
      if (hasBlockedPort(url.href)) throw new Error('bad port')
      const bytes = Buffer.from(body)
      const options = {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'POST' as const,
        headers: {
          accept: '*/*',
          // Compressed text would come in blocks.
          'accept-encoding': 'identity',
          'user-agent': 'footnote',
          'content-length': String(bytes.byteLength),
          ...headers,
        },
        // The types do not say that it may be iterable.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        body: sentOnce(bytes) as unknown as Readable,
      }
      dispatcher.dispatch(options, new Receiver(signal, resolve, reject))
    })

/** undici keeps a request's body until the reply has ended; of this one nothing is left once it is sent. */
function sentOnce(bytes: Buffer): Iterable<Buffer> {
  let rest: Buffer | undefined = bytes
  const next = (): IteratorResult<Buffer> => {
    const value = rest
    rest = undefined
    return value ? { value, done: false } : { value: undefined, done: true }
  }
  return { [Symbol.iterator]: () => ({ next }) }
}

/** A class: its methods are not held once for each reply. */
class Receiver implements Dispatcher.DispatchHandler, ReplyBody {
  readonly #signal: AbortSignal
  #controller: Dispatcher.DispatchController | undefined
  #unread: Buffer[] = []
  #unreadBytes = 0
  #hasEnded = false
  #error: unknown
  /** Called with the head of the reply. */
  #onHead: ((reply: PostReply) => void) | undefined
  /** Called on failure, whether the head or more of the body was awaited. */
  #onError: ((error: unknown) => void) | undefined
  #onMore: (() => void) | undefined

  constructor(
    signal: AbortSignal,
    onHead: (reply: PostReply) => void,
    onError: (error: unknown) => void,
  ) {
    this.#signal = signal
    this.#onHead = onHead
    this.#onError = onError
    signal.addEventListener('abort', this, { once: true })
  }

  /** Without a controller it waits for a connection; the request is given up when there is one. */
  handleEvent(): void {
    if (this.#controller) this.#controller.abort(this.#signal.reason)
    else this.#onError?.(this.#signal.reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#signal.aborted) controller.abort(this.#signal.reason)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: PostReply['headers'],
  ): void {
    // Nobody reads them, and they would be held as long as the reply.
    controller.rawHeaders = null
    this.#onHead?.({ status, headers, body: this })
    this.#onHead = undefined
    this.#onError = undefined
  }

  onResponseData(controller: Dispatcher.DispatchController, bytes: Buffer): void {
    this.#unread.push(bytes)
    this.#unreadBytes += bytes.byteLength
    if (this.#unreadBytes > READ_AHEAD_BYTES) controller.pause()
    this.#onMore?.()
  }

  onResponseEnd(): void {
    this.#end()
    this.#onMore?.()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#error = error
    this.#end()
    this.#onError?.(error)
  }

  #end(): void {
    this.#hasEnded = true
    this.#signal.removeEventListener('abort', this)
  }

  async read(): Promise<Uint8Array | null> {
    if (this.#unread.length === 0 && !this.#hasEnded) {
      // Resolved after all that one read from the connection brought is here.
      await new Promise<void>((resolve, reject) => {
        this.#onMore = resolve
        this.#onError = reject
      })
      this.#onMore = undefined
      this.#onError = undefined
    }
    const [first, ...others] = this.#unread
    if (first === undefined) {
      if (this.#error !== undefined) throw this.#error
      return null
    }
    this.#unread = []
    this.#unreadBytes = 0
    this.#controller?.resume()
    return others.length === 0 ? first : Buffer.concat([first, ...others])
  }

  cancel(): void {
    this.#controller?.abort(new Error('The rest of the reply is not needed'))
  }
}
