import type { Socket } from 'node:net'
import type { ServerMessage } from '@footnote/contract/websocket'
import type { WebSocket } from 'ws'

/** What may wait for a reader in this process before the questions wait too. */
const HIGH_WATER_BYTES = 64 * 1024

export type Outlet = {
  /**
   * null while there is room for more; otherwise resolves when the reader has taken all of it. Whoever
   * waits for that before it goes on holds up its model, so that no buffer grows.
   */
  send(...messages: readonly ServerMessage[]): Promise<void> | null
}

/** Messages to one reader. What is sent together goes out in one write. */
export function createOutlet(socket: WebSocket, connection: Socket): Outlet {
  return {
    send(...messages) {
      let taken: Promise<void> | null = null
      connection.cork()
      for (const message of messages) {
        const text = JSON.stringify(message)
        if (socket.bufferedAmount < HIGH_WATER_BYTES) socket.send(text, ignoreClosed)
        // The callback comes in any case, with an error when the connection is gone.
        else taken = new Promise((resolve) => socket.send(text, () => resolve()))
      }
      connection.uncork()
      return taken
    },
  }
}

/** A reader who is gone is noticed by the connection's own end. */
const ignoreClosed = () => undefined
