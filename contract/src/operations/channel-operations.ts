import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const channel = {
  id: EXAMPLE_IDS.channel,
  kind: 'slack',
  name: 'Company Slack',
  group_ids: [],
  places: [],
  questions_per_minute: 60,
  enabled: true,
  connection: null,
  problem: null,
  request_url: `https://ask.example.com/api/v1/hooks/knowledge-bases/${EXAMPLE_IDS.knowledgeBase}/channels/${EXAMPLE_IDS.channel}`,
  manifest: '{"display_information":{"name":"Company Slack"}}',
  created_at: '2026-03-01T08:15:00.000Z',
}

const connected = {
  ...channel,
  connection: {
    app: 'A0123ABC',
    bot_user: 'U07BOT002',
    bot_name: 'company_slack',
    team: 'T0123ABC',
    team_name: 'Example',
    since: '2026-03-01T08:20:00.000Z',
  },
}

/** Where people ask besides the widget and the API. */
export const channelOperations: OperationTexts = {
  listChannels: {
    description:
      'Returns the channels with the manifest to create their apps from. Credentials are never shown again.',
    response: { channels: [connected] },
  },
  createChannel: {
    description:
      'Creates a channel. Create an app in the product from its `manifest`, and connect the channel with the credentials of that app.',
    request: { kind: 'slack', name: 'Company Slack' },
    response: channel,
  },
  changeChannel: {
    description: 'Changes the fields that you send. They count for the next question.',
    request: { places: ['C0123ABC'] },
    response: { ...connected, places: ['C0123ABC'] },
  },
  connectChannel: {
    description:
      'Asks Slack who the token belongs to, and stores the token and the secret, sealed with `SECRETS_KEY`. What is wrong with them is in the refusal. Connect it again to replace them.',
    request: { bot_token: 'xoxb-example-token', signing_secret: 'example0123456789abcdef' },
    response: connected,
  },
  testChannel: {
    description:
      'Sends the credentials of the channel to the product (`auth.test` in Slack) and says what it answers.',
    response: { ok: false, problem: 'Slack says that the token was revoked.' },
  },
  listChannelPlaces: {
    description:
      'Returns the channels of the workspace that the app can see: public ones, and private ones that it was invited to.',
    response: {
      places: [{ place: 'C0123ABC', name: 'help-docs', is_member: true, is_private: false }],
    },
  },
  deleteChannel: {
    description:
      'Deletes a channel with its credentials and the questions that wait. Answers that were given stay in the product and in the list of questions. Remove the app there as well.',
  },
}
