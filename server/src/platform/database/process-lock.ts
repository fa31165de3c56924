import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import { openPersistentConnection } from './persistent-connection.ts'

/** Begins the name of the connection by which a worker shows that it is alive; its host and pid follow. */
export const WORKER_CONNECTION = 'footnote_worker '

/** Large enough that two processes do not collide, and a safe integer. */
const MAX_KEY = 2 ** 48 - 1

export type ProcessLock = {
  /** null while the connection is down and the lock not held. */
  key(): number | null
  close(): Promise<void>
}

/**
 * Holds an advisory lock for as long as this process lives. When the process is killed its socket
 * closes, and PostgreSQL frees the lock: others see that within milliseconds. Waits for the first
 * attempt.
 */
export async function holdProcessLock(databaseUrl: string): Promise<ProcessLock> {
  const lockKey = randomInt(1, MAX_KEY)
  const attempted = Promise.withResolvers<void>()
  let isHeld = false
  const connection = openPersistentConnection(
    {
      connectionString: databaseUrl,
      application_name: `${WORKER_CONNECTION}${hostname().slice(0, 30)}:${process.pid}`,
      role: 'footnote_worker',
    },
    {
      async onOpen(client) {
        // After a broken connection the server may not have noticed yet.
        await client.query('select pg_advisory_lock($1)', [lockKey])
        isHeld = true
        attempted.resolve()
      },
      onLost() {
        isHeld = false
        attempted.resolve()
      },
    },
  )
  await attempted.promise
  return { key: () => (isHeld ? lockKey : null), close: () => connection.close() }
}
