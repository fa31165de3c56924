import type { PersistentConnection } from '../../platform/database/persistent-connection.ts'
import { openPersistentConnection } from '../../platform/database/persistent-connection.ts'

/** Each process has one, by which they are counted. */
export const KEY_CHANGES_CONNECTION = 'footnote_key_changes'

const CHANNEL = 'client_key_changed'

/**
 * Listens for changed keys. Without a digest anything may have changed: a workspace has, or this process
 * was disconnected.
 */
export const listenForKeyChanges = (
  databaseUrl: string,
  onChange: (lookupDigest?: string) => void,
): PersistentConnection =>
  openPersistentConnection(
    {
      connectionString: databaseUrl,
      application_name: KEY_CHANGES_CONNECTION,
      role: 'footnote_api',
    },
    {
      async onOpen(client) {
        client.on('notification', ({ payload }) => onChange(payload === '' ? undefined : payload))
        await client.query(`listen ${CHANNEL}`)
        onChange()
      },
    },
  )
