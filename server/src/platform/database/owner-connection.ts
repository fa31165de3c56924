import pg from 'pg'

/** For a host that accepts the connection and never responds. */
const CONNECT_TIMEOUT_MS = 10_000

/** Runs `work` on a connection of its own as the owner of the database, who alone may change tables. */
export async function withOwner<Result>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted()
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config })
  // A lost connection also fails the running statement, which reports it.
  client.on('error', () => undefined)
  const leave = () => void client.end().catch(() => undefined)
  await client.connect()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await work(client)
  } finally {
    signal?.removeEventListener('abort', leave)
    await client.end()
  }
}
