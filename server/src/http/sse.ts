import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { STREAM_HEARTBEAT_SECONDS } from '@footnote/contract/limits'
import type { FastifyReply } from 'fastify'
import { abortOnDisconnect } from './client-disconnect.ts'
import { STALLED_STREAM_MS } from './load/connection-limits.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Otherwise nginx would buffer the stream.
  'x-accel-buffering': 'no',
}

export type StreamOptions = {
  /** Aborts when a shutdown stops waiting for open streams. */
  stopSignal: AbortSignal
  isReady: () => boolean
  onFirstFrame?: () => void
}

/**
 * Opens the stream and sends frames as they arrive, each batch in one write. From here on an error is a
 * frame. The next batch is requested only once the connection has drained: backpressure reaches the
 * model, and no buffer grows.
 */
export async function sendFrames(
  reply: Pick<FastifyReply, 'raw' | 'hijack' | 'getHeaders'>,
  { stopSignal, isReady, onFirstFrame }: StreamOptions,
  batches: (signal: AbortSignal) => AsyncGenerator<readonly object[]>,
): Promise<void> {
  reply.hijack()
  const { raw } = reply
  const client = abortOnDisconnect(reply, stopSignal)
  // With those that hooks have set, such as the request id and CORS. At once: what is set one by one is
  // kept as long as the stream.
  const headers = Object.entries({ ...reply.getHeaders(), ...HEADERS })
  raw.writeHead(
    200,
    headers.flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
  )
  raw.flushHeaders()
  const heartbeat = setInterval(() => void raw.write(': \n\n'), STREAM_HEARTBEAT_SECONDS * 1000)
  try {
    for await (const frames of batches(client.signal)) {
      onFirstFrame?.()
      const isDrained = raw.write(frames.map(toEvent).join(''))
      heartbeat.refresh()
      if (!isDrained) await waitForDrain(raw, client)
    }
  } finally {
    clearInterval(heartbeat)
    if (!isReady()) raw.shouldKeepAlive = false
    raw.end()
  }
}

const toEvent = (frame: object): string => `data: ${JSON.stringify(frame)}\n\n`

/** Resolves when the connection has drained, when the client disconnects, or when it is deemed stalled. */
async function waitForDrain(raw: ServerResponse, client: AbortController): Promise<void> {
  if (client.signal.aborted) return
  const stalled = setTimeout(() => client.abort(), STALLED_STREAM_MS)
  try {
    await once(raw, 'drain', { signal: client.signal })
  } catch {
    // Aborted: the answer ends with an error frame.
  } finally {
    clearTimeout(stalled)
  }
}
