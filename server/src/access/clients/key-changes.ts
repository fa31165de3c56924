import type { HeldConnection } from '../../platform/database/held-connection.ts'
import { holdConnection } from '../../platform/database/held-connection.ts'

const CHANNEL = 'client_key_changed'

/** Listens for changed keys. `onReconnect` makes up for changes missed while disconnected. */
export const listenForKeyChanges = (options: {
  databaseUrl: string
  onChange: (lookupDigest: string) => void
  /** Should drop the whole cache. */
  onReconnect: () => void
}): HeldConnection =>
  holdConnection(
    {
      connectionString: options.databaseUrl,
      application_name: 'footnote_key_changes',
      role: 'footnote_api',
    },
    {
      async onOpen(client) {
        client.on('notification', (message) => options.onChange(message.payload ?? ''))
        await client.query(`listen ${CHANNEL}`)
        options.onReconnect()
      },
    },
  )
