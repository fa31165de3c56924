import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { ChatFrame } from '@footnote/contract/chat'
import { STREAM_HEARTBEAT_SECONDS } from '@footnote/contract/limits'
import type { FastifyReply } from 'fastify'

/** A reader whose connection takes nothing for this long has left, whatever the network says. */
const STALLED_MS = 20_000
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would collect a stream before it passes it on.
  'x-accel-buffering': 'no',
}

export type StreamOptions = {
  /** Aborts when the service stops waiting for open streams. */
  stopSignal: AbortSignal
  isReady: () => boolean
}

/**
 * Opens the stream and sends frames as they come, those that come together in one write. From here on
 * trouble is a frame. The next are asked for only when the connection has taken the last, so a slow
 * reader slows its model down and no buffer grows.
 */
export async function sendFrames(
  reply: FastifyReply,
  { stopSignal, isReady }: StreamOptions,
  batches: (signal: AbortSignal) => AsyncGenerator<readonly ChatFrame[]>,
): Promise<void> {
  reply.hijack()
  const { raw } = reply
  const reader = new AbortController()
  const stop = () => reader.abort(stopSignal.reason)
  const left = () => reader.abort()
  raw.once('close', left)
  stopSignal.addEventListener('abort', stop, { once: true })
  // What happened before anybody listened.
  if (raw.destroyed) left()
  if (stopSignal.aborted) stop()
  // Headers set by hooks, such as the request's id and those for browsers.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200, HEADERS)
  raw.flushHeaders()
  const heartbeat = setInterval(() => void raw.write(': \n\n'), STREAM_HEARTBEAT_SECONDS * 1000)
  try {
    for await (const frames of batches(reader.signal)) {
      const taken = raw.write(frames.map(eventOf).join(''))
      heartbeat.refresh()
      if (!taken) await drained(raw, reader)
    }
  } finally {
    clearInterval(heartbeat)
    stopSignal.removeEventListener('abort', stop)
    raw.off('close', left)
    if (!isReady()) raw.shouldKeepAlive = false
    raw.end()
  }
}

const eventOf = (frame: ChatFrame): string => `data: ${JSON.stringify(frame)}\n\n`

/** Resolves when there is room again, or when the reader has left or is taken to have. */
async function drained(raw: ServerResponse, reader: AbortController): Promise<void> {
  if (reader.signal.aborted) return
  const stalled = setTimeout(() => reader.abort(), STALLED_MS)
  try {
    await once(raw, 'drain', { signal: reader.signal })
  } catch {
    // Aborted: the answer ends with the frame that says so.
  } finally {
    clearTimeout(stalled)
  }
}
