import type { ChannelIdentity, ChannelKind } from '@footnote/contract/admin/channels/channels'
import { discordSetup } from './discord/discord-setup.ts'
import { githubSetup } from './github/github-setup.ts'
import type { ChannelSetup } from './product.ts'
import { slackManifest } from './slack/slack-manifest.ts'

export function channelSetup(
  kind: ChannelKind,
  name: string,
  requestUrl: string,
  identity: ChannelIdentity | null,
): ChannelSetup {
  switch (kind) {
    case 'slack': {
      const setup_url = 'https://api.slack.com/apps?new_app=1'
      return { manifest: slackManifest(name, requestUrl), setup_url }
    }
    case 'discord':
      return discordSetup(identity)
    case 'github':
      return githubSetup(name, requestUrl, identity)
  }
}
