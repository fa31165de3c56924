import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const channel = {
  id: EXAMPLE_IDS.channel,
  kind: 'slack',
  name: 'Company Slack',
  group_ids: [],
  places: [],
  questions_per_minute: 60,
  unasked: 'propose',
  say_not_covered: false,
  enabled: true,
  connection: null,
  problem: null,
  request_url: `https://ask.example.com/api/v1/hooks/knowledge-bases/${EXAMPLE_IDS.knowledgeBase}/channels/${EXAMPLE_IDS.channel}`,
  manifest: '{"display_information":{"name":"Company Slack"}}',
  setup_url: 'https://api.slack.com/apps?new_app=1',
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
      'Returns the channels with what to create their apps from. Credentials are never shown again.',
    response: { channels: [connected] },
  },
  createChannel: {
    description:
      'Creates a channel. Create an app at its `setup_url`, from its `manifest` where it has one, and connect the channel with the credentials of that app.',
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
      'Asks the product whose credentials these are, and stores them, sealed with `SECRETS_KEY`; connect it again to replace them. What is wrong with them is in the refusal. In Discord it also registers `/ask`, and in Discord and GitHub the request URL; if that fails, `problem` says why.',
    request: {
      credential: {
        kind: 'slack',
        bot_token: 'xoxb-example-token',
        signing_secret: 'example0123456789abcdef',
      },
    },
    response: connected,
  },
  testChannel: {
    description:
      'Sends the credentials of the channel to the product (`auth.test` in Slack) and says what it answers.',
    response: { ok: false, problem: 'Slack says that the token was revoked.' },
  },
  listChannelPlaces: {
    description:
      'Returns the channels there that the app can see: in Slack public ones, and private ones that it was invited to; in Discord those of every server that it was added to; in GitHub the repositories that it is installed in.',
    response: {
      places: [{ place: 'C0123ABC', name: 'help-docs', is_member: true, is_private: false }],
    },
  },
  deleteChannel: {
    description:
      'Deletes a channel with its credentials and the questions that wait. Answers that were given stay in the product and in the list of questions. Remove the app there as well.',
  },
}
