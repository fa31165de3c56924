import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseRole } from './connection-role.ts'
import { requireRole } from './connection-role.ts'

const RECONNECT_MS = 500

export type PersistentConnection = { close(): Promise<void> }

/** Holds one connection for the life of this process, and reopens it when it breaks. */
export function openPersistentConnection(
  { role, ...config }: { connectionString: string; application_name: string; role: DatabaseRole },
  events: {
    /** Runs on each new connection. If it fails, the connection is reopened. */
    onOpen: (client: pg.Client) => Promise<void>
    /** Runs after each attempt, even one that never opened. */
    onLost?: () => void
  },
): PersistentConnection {
  const stopped = new AbortController()
  let current: pg.Client | undefined

  async function holdOnce(): Promise<void> {
    const client = new pg.Client({
      ...config,
      options: `-c role=${role}`,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => {
      client.on('end', resolve)
      client.on('error', () => resolve())
    })
    try {
      await client.connect()
      await requireRole(client, role)
      if (stopped.signal.aborted) return
      current = client
      await events.onOpen(client)
      await ended
    } finally {
      current = undefined
      events.onLost?.()
      await client.end().catch(() => undefined)
    }
  }

  async function hold(): Promise<void> {
    while (!stopped.signal.aborted) {
      await holdOnce().catch(() => undefined)
      await sleep(RECONNECT_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }

  const holding = hold()
  return {
    async close() {
      stopped.abort()
      await current?.end().catch(() => undefined)
      await holding
    },
  }
}
