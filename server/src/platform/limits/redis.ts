export type Redis = Awaited<ReturnType<typeof openRedis>>

/** Optional: nothing waits for it, and losing it loses no data. */
export async function openRedis(url: string, onError: (error: unknown) => void) {
  // Its 480 modules are loaded only where it is used.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    // Commands fail at once while disconnected instead of queueing for the reconnect.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (tries) => Math.min(100 * tries, 2_000) },
  })
  client.on('error', onError)
  client.connect().catch(onError)
  return client
}
