import { sealConnection } from '../../../server/src/channels/channel-credentials.ts'
import { createSecretBox } from '../../../server/src/platform/secret-box.ts'
import { signedHeaders } from '../../fakes/slack/slack.ts'
import type { MessageHome } from '../store/stored-messages.ts'
import { asTenant } from '../store/stored-messages.ts'

const SIGNING_SECRET = '0123456789abcdef0123456789abcdef'
const APP = 'A0APP'
const TEAM = 'T0TEAM'

/** What Slack sends when somebody mentions the app. */
export const MENTION = {
  type: 'event_callback',
  api_app_id: APP,
  team_id: TEAM,
  event: { type: 'app_mention', channel: 'C0', user: 'U0', text: 'sextant', ts: '1.1' },
}

/** Connects a channel without asking Slack, and returns the headers with which Slack would send a body. */
export async function connectUnasked(
  ownerUrl: string,
  home: MessageHome,
  channelId: string,
  secretsKey: string,
): Promise<(body: string) => Record<string, string>> {
  const connection = {
    kind: 'slack' as const,
    bot_token: 'xoxb-nobody',
    signing_secret: SIGNING_SECRET,
    api_url: 'https://slack.invalid/api/',
  }
  const box = createSecretBox(secretsKey)
  const credential = sealConnection(box, home.knowledgeBaseId, channelId, connection)
  const identity = { app: APP, bot_user: 'U0BOT', bot_name: 'docs', team: TEAM, team_name: 'Acme' }
  await asTenant(ownerUrl, home, (client) =>
    client.query(
      'update channels set identity = $2, credential = $3, connected_at = now() where id = $1',
      [channelId, JSON.stringify(identity), credential],
    ),
  )
  return (body) => signedHeaders(SIGNING_SECRET, body)
}
