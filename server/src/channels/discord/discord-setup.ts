import type { ChannelIdentity } from '@footnote/contract/admin/channels/channels'
import type { ChannelSetup } from '../product.ts'

/** See channels, and read there what it has written, should a worker die while it writes. */
const PERMISSIONS = (1n << 10n) | (1n << 16n)

/** Discord makes no application from a manifest. Once there is one, it is added to a server. */
export function discordSetup(identity: ChannelIdentity | null): ChannelSetup {
  if (!identity) {
    return { manifest: null, setup_url: 'https://discord.com/developers/applications' }
  }
  const query = new URLSearchParams({
    client_id: identity.app,
    scope: 'bot applications.commands',
    permissions: String(PERMISSIONS),
  })
  return { manifest: null, setup_url: `https://discord.com/oauth2/authorize?${query.toString()}` }
}
