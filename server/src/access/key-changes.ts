import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const CHANNEL = 'client_key_changed'
const RECONNECT_MS = 500

export type KeyChangeListener = { close(): Promise<void> }

/**
 * Listens for changed keys on a connection of its own and reconnects for as long as it lives. What
 * was missed while it was away is covered by `onReconnect`, which forgets everything.
 */
export function listenForKeyChanges(options: {
  databaseUrl: string
  onChange: (lookupDigest: string) => void
  onReconnect: () => void
}): KeyChangeListener {
  const stopped = new AbortController()
  let current: pg.Client | undefined

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: 'footnote_key_changes',
      options: '-c role=footnote_api',
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => {
      client.on('end', resolve)
      client.on('error', () => resolve())
    })
    client.on('notification', (message) => options.onChange(message.payload ?? ''))
    try {
      await client.connect()
      current = client
      await client.query(`listen ${CHANNEL}`)
      options.onReconnect()
      await ended
    } finally {
      current = undefined
      await client.end().catch(() => undefined)
    }
  }

  async function listen(): Promise<void> {
    while (!stopped.signal.aborted) {
      await listenOnce().catch(() => undefined)
      await sleep(RECONNECT_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }

  const listening = listen()
  return {
    async close() {
      stopped.abort()
      await current?.end().catch(() => undefined)
      await listening
    },
  }
}
