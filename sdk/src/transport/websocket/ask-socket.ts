import type { ChatFrame } from '../../wire/public.ts'
import type { GatedCallOptions } from '../http.ts'
import { lostCall } from '../http.ts'
import { resolveReaderToken } from '../reader-token.ts'
import type { OpenSocket, SocketOptions } from './socket.ts'
import { openSocket, Restarting } from './socket.ts'
import type { SocketQuestion } from './socket-question.ts'
import { createSocketQuestion } from './socket-question.ts'

const DEFAULT_SILENCE_MS = 30_000
/** A connection without questions is closed after this long; the next question opens another. */
const IDLE_MS = 60_000

/** A question that a restarting service had not started on is asked again, on a new connection. */
const MAX_ATTEMPTS = 2

export type SocketAsk = {
  ask(body: object, options?: GatedCallOptions): AsyncGenerator<ChatFrame>
  close(): void
}

/** Asks questions over one connection, opened for the first question and reopened when lost. */
export function createSocketAsk(options: SocketOptions): SocketAsk {
  let current: { opening: Promise<OpenSocket>; socket: OpenSocket | null } | null = null
  let lastId = 0
  let running = 0
  let idle: ReturnType<typeof setTimeout> | undefined

  function connect(): Promise<OpenSocket> {
    if (current && (!current.socket || current.socket.isOpen())) return current.opening
    const entry = { opening: openSocket(options), socket: null as OpenSocket | null }
    current = entry
    entry.opening.then(
      (socket) => (entry.socket = socket),
      () => (current = current === entry ? null : current),
    )
    return entry.opening
  }

  function close(): void {
    clearTimeout(idle)
    void current?.opening.then((socket) => socket.close()).catch(() => undefined)
    current = null
  }

  async function* askOnce(body: object, callOptions: GatedCallOptions): AsyncGenerator<ChatFrame> {
    const id = String((lastId += 1))
    const question = createSocketQuestion()
    const watch = startWatch(question, options.url, callOptions)
    let socket: OpenSocket | undefined
    let isOver = false
    try {
      socket = await Promise.race([connect(), question.failed])
      watch.follow(socket)
      socket.listen(id, question)
      const { recaptchaToken } = callOptions
      const captcha = recaptchaToken === undefined ? {} : { recaptcha_token: recaptchaToken }
      const token = resolveReaderToken(options.readerToken, callOptions.signal)
      const readerToken = await Promise.race([token, question.failed])
      const reader = readerToken === undefined ? {} : { reader_token: readerToken }
      socket.send({ type: 'ask', id, ...body, ...captcha, ...reader })
      while (!isOver) {
        const frame = await question.next()
        isOver = 'error_code' in frame || frame.done
        yield frame
      }
    } finally {
      watch.stop()
      socket?.forget(id)
      // Does nothing for a question that has ended.
      if (!isOver && socket?.isOpen()) socket.send({ type: 'cancel', id })
    }
  }

  async function* ask(body: object, callOptions: GatedCallOptions = {}): AsyncGenerator<ChatFrame> {
    running += 1
    clearTimeout(idle)
    let frames = 0
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          for await (const frame of askOnce(body, callOptions)) {
            frames += 1
            yield frame
          }
          return
        } catch (error) {
          if (!(error instanceof Restarting)) throw error
          if (frames > 0 || attempt === MAX_ATTEMPTS) {
            throw lostCall('NETWORK', options.url, error)
          }
        }
      }
    } finally {
      running -= 1
      if (running === 0) idle = setTimeout(close, IDLE_MS)
    }
  }

  return { ask, close }
}

/** Fails the question when its caller aborts, and when the service is silent for too long. */
function startWatch(question: SocketQuestion, url: string, options: GatedCallOptions) {
  const { signal, timeoutMs: silenceMs = DEFAULT_SILENCE_MS } = options
  const startedMs = Date.now()
  let socket: OpenSocket | undefined
  const abort = () => question.fail(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const timer = setInterval(() => {
    const silentMs = Date.now() - Math.max(startedMs, socket?.lastHeardMs() ?? 0)
    if (silentMs >= silenceMs) {
      question.fail(lostCall('TIMEOUT', url, undefined))
    } else if (silentMs >= silenceMs / 2 && socket?.isOpen()) {
      socket.send({ type: 'ping' })
    }
  }, silenceMs / 4)
  return {
    follow: (opened: OpenSocket) => void (socket = opened),
    stop() {
      clearInterval(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}
