import type { ChatFrame } from '@footnote/contract/chat'
import { FootnoteError } from './error.ts'
import type { Connection, GatedCallOptions } from './http.ts'
import { lostCall, send } from './http.ts'
import { readEvents } from './read-events.ts'
import { toResponseError, unexpectedResponse } from './response-error.ts'

/** A silent stream has a heartbeat every 15 s. */
const DEFAULT_SILENCE_MS = 30_000

/**
 * The frames of one answer as they come, up to its last or its error frame. A refusal, and a stream
 * that breaks off, throw a FootnoteError. Whoever stops iterating stops the answer.
 */
export async function* ask(
  connection: Connection,
  path: string,
  body: unknown,
  options: GatedCallOptions = {},
): AsyncGenerator<ChatFrame> {
  const silenceMs = options.timeoutMs ?? DEFAULT_SILENCE_MS
  const watch = watchSilence(silenceMs)
  const { signal: own } = options
  const signal = own ? AbortSignal.any([own, watch.signal]) : watch.signal
  try {
    watch.begin()
    const call = { method: 'POST', path, body } as const
    const response = await send(connection, call, options, signal, 'text/event-stream')
    if (!response.ok) throw toResponseError(response, await response.text())
    watch.end()
    if (!response.body || !isStream(response)) throw unexpectedResponse(response)
    for await (const data of readEvents(response.body, watch)) {
      const frame = readFrame(data, response)
      yield frame
      if ('error_code' in frame || frame.done) return
    }
    throw lostCall('NETWORK', 'The answer broke off.', undefined)
  } catch (error) {
    if (error instanceof FootnoteError || own?.aborted) throw error
    throw watch.signal.aborted
      ? lostCall('TIMEOUT', `${connection.baseUrl} was silent for ${silenceMs} ms.`, error)
      : lostCall('NETWORK', `${connection.baseUrl} could not be reached.`, error)
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

function readFrame(data: string, response: Response): ChatFrame {
  try {
    const frame: ChatFrame = JSON.parse(data)
    return frame
  } catch (error) {
    throw unexpectedResponse(response, { cause: error })
  }
}
