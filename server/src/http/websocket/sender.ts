import type { Socket } from 'node:net'
import type { ServerMessage } from '@footnote/contract/public/websocket'
import type { WebSocket } from 'ws'
import { STALLED_STREAM_MS } from '../load/connection-limits.ts'

/** How much may be buffered for a client before its questions have to wait. */
export const HIGH_WATER_BYTES = 64 * 1024

export type Sender = {
  /**
   * null while the client keeps up; otherwise resolves once everything was written. Waiting for that
   * slows down the model too, so that no buffer grows.
   */
  send(...messages: readonly ServerMessage[]): Promise<void> | null
}

/** Sends messages to one client. Those passed together go out in one write. */
export function createSender(socket: WebSocket, connection: Socket): Sender {
  return {
    send(...messages) {
      let drained: Promise<void> | null = null
      connection.cork()
      for (const message of messages) {
        const text = JSON.stringify(message)
        if (socket.bufferedAmount < HIGH_WATER_BYTES) socket.send(text, ignoreClosed)
        // The callback always runs, with an error once the connection is gone.
        else drained = new Promise((resolve) => socket.send(text, () => resolve()))
      }
      connection.uncork()
      return drained
    },
  }
}

/** The connection's own `close` event tells when a client is gone. */
const ignoreClosed = () => undefined

/** Backpressure: resolves when `drained` does, when the client disconnects, or when it is deemed stalled. */
export async function waitForDrain(
  drained: Promise<void> | null,
  client: AbortSignal,
  onStalled: () => void,
): Promise<void> {
  if (!drained || client.aborted) return
  const stalled = setTimeout(onStalled, STALLED_STREAM_MS)
  const gone = Promise.withResolvers<void>()
  const leave = () => gone.resolve()
  client.addEventListener('abort', leave, { once: true })
  await Promise.race([drained, gone.promise])
  client.removeEventListener('abort', leave)
  clearTimeout(stalled)
}
