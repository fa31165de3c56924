import type { HeldConnection } from '../../platform/database/held-connection.ts'
import { holdConnection } from '../../platform/database/held-connection.ts'

const CHANNEL = 'client_key_changed'

/**
 * Listens for changed keys. Without a digest anything may have changed: a workspace has, or this process
 * was disconnected.
 */
export const listenForKeyChanges = (
  databaseUrl: string,
  onChange: (lookupDigest?: string) => void,
): HeldConnection =>
  holdConnection(
    {
      connectionString: databaseUrl,
      application_name: 'footnote_key_changes',
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
