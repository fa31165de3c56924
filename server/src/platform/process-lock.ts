import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const RECONNECT_MS = 500
/** Enough that two processes do not meet, and a number that JavaScript holds. */
const MAX_KEY = 2 ** 48 - 1

export type ProcessLock = {
  /** Null while it is not held: the connection is away. */
  key(): number | null
  close(): Promise<void>
}

/**
 * Holds an advisory lock on a connection of its own for as long as this process lives. When the
 * process is killed its socket closes, and PostgreSQL frees the lock: others see that within
 * milliseconds. Waits for the first attempt.
 */
export async function holdProcessLock(databaseUrl: string): Promise<ProcessLock> {
  const lockKey = randomInt(1, MAX_KEY)
  const stopped = new AbortController()
  const attempted = Promise.withResolvers<void>()
  let current: pg.Client | undefined
  let isHeld = false

  async function holdOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'footnote_process_lock',
      options: '-c role=footnote_worker',
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => {
      client.on('end', resolve)
      client.on('error', () => resolve())
    })
    try {
      await client.connect()
      if (stopped.signal.aborted) return
      current = client
      // After a broken connection the server may not have missed the old one yet.
      await client.query('select pg_advisory_lock($1)', [lockKey])
      isHeld = true
      attempted.resolve()
      await ended
    } finally {
      isHeld = false
      current = undefined
      await client.end().catch(() => undefined)
    }
  }

  async function hold(): Promise<void> {
    while (!stopped.signal.aborted) {
      await holdOnce().catch(() => undefined)
      attempted.resolve()
      await sleep(RECONNECT_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }

  const holding = hold()
  await attempted.promise
  return {
    key: () => (isHeld ? lockKey : null),
    async close() {
      stopped.abort()
      await current?.end().catch(() => undefined)
      await holding
    },
  }
}
