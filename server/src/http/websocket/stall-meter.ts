import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/**
 * Called from time to time. True when data has been waiting since the last call and the client has read
 * none of it. Such a client may still answer pings and so look alive.
 */
export function createStallMeter(
  socket: Pick<WebSocket, 'bufferedAmount'>,
  connection: Pick<Socket, 'bytesWritten'>,
): () => boolean {
  let isWaiting = false
  let read = 0
  return () => {
    // `bytesWritten` includes what the socket still buffers.
    const readNow = connection.bytesWritten - socket.bufferedAmount
    const isStalled = isWaiting && socket.bufferedAmount > 0 && readNow === read
    isWaiting = socket.bufferedAmount > 0
    read = readNow
    return isStalled
  }
}
