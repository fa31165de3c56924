import { createClient } from 'redis'

export type Redis = ReturnType<typeof openRedis>

/** Disposable: nothing waits for it to be there, and losing it loses no fact. */
export function openRedis(url: string, onError: (error: unknown) => void) {
  const client = createClient({
    url,
    // Commands fail at once while it is away, instead of queueing up behind the reconnect.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (tries) => Math.min(100 * tries, 2_000) },
  })
  client.on('error', onError)
  client.connect().catch(onError)
  return client
}
