import type { ChatFrame } from '../wire/public.ts'
import { FootnoteError } from './error.ts'
import type { Call, Connection, GatedCallOptions } from './http.ts'
import { lostCall, send } from './http.ts'
import { readEvents } from './read-events.ts'
import { toResponseError, unexpectedResponse } from './response-error.ts'

/** A silent stream has a heartbeat every 15 s. */
const DEFAULT_SILENCE_MS = 30_000

/** The frames of one answer as they arrive, up to the last frame or an error frame. */
export const ask = (
  connection: Connection,
  path: string,
  body: unknown,
  options?: GatedCallOptions,
): AsyncGenerator<ChatFrame> =>
  stream<ChatFrame>(connection, { method: 'POST', path, body }, endsAnswer, options)

export const endsAnswer = (frame: { done?: boolean } | { error_code: string }): boolean =>
  'error_code' in frame || frame.done === true

/**
 * The frames of a stream as they arrive, up to the one that ends it. A refusal, and a stream that breaks
 * off, throw a FootnoteError. Stopping the iteration closes the stream.
 */
export async function* stream<Frame>(
  connection: Connection,
  call: Call,
  isLast: (frame: Frame) => boolean,
  options: GatedCallOptions = {},
): AsyncGenerator<Frame> {
  const silenceMs = options.timeoutMs ?? DEFAULT_SILENCE_MS
  const watch = watchSilence(silenceMs)
  const { signal: own } = options
  const signal = own ? AbortSignal.any([own, watch.signal]) : watch.signal
  try {
    watch.begin()
    const response = await send(connection, call, options, signal, 'text/event-stream')
    if (!response.ok) throw toResponseError(response, await response.text())
    watch.end()
    if (!response.body || !isStream(response)) throw unexpectedResponse(response)
    for await (const data of readEvents(response.body, watch)) {
      const frame: Frame = parseFrame(data, response)
      yield frame
      if (isLast(frame)) return
    }
    throw lostCall('NETWORK', connection.baseUrl, undefined)
  } catch (error) {
    if (error instanceof FootnoteError || own?.aborted) throw error
    throw lostCall(watch.signal.aborted ? 'TIMEOUT' : 'NETWORK', connection.baseUrl, error)
  } finally {
    watch.stop()
  }
}

function watchSilence(silenceMs: number) {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    begin() {
      timer = setTimeout(() => controller.abort(), silenceMs)
    },
    end,
    /** Also ends the call, when it is still open. */
    stop() {
      end()
      controller.abort()
    },
  }
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

function parseFrame(data: string, response: Response): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(data)
  } catch (error) {
    throw unexpectedResponse(response, { cause: error })
  }
}
