import type { Channel } from '@footnote/client/admin'
import { t as shared } from '../../texts.ts'

type ChannelKind = Channel['kind']

const channels = {
  title: 'Chat channels',
  lead: 'People ask where they already talk, and get the answer there with its sources.',
  create: 'Add channel',
  createTitle: 'Add a channel',
  empty: 'No channels yet',
  emptyReason: 'Connect Slack, Discord or GitHub, and people are answered where they ask.',
  name: 'Name',
  nameHint: 'In Slack also the name of the app, up to 35 characters.',
  kind: 'Product',
  groupsHint:
    'Choose none for all groups except those for signed readers, and for pages without a group.',
  workspace: 'Workspace',
  state: 'State',
  states: {
    unconnected: 'Not connected',
    connected: 'Connected',
    failing: 'Needs attention',
    off: 'Off',
  },
  lastProblem: (message: string, at: string) => `${message} (${at})`,
  manifest: 'App manifest',
  requestUrl: 'Request URL',
  connection: 'Connection',
  connectedTo: (bot: string, workspace: string, since: string) =>
    `Connected to ${workspace} as @${bot} since ${since}.`,
  credentials: {
    bot_token: 'Bot token',
    signing_secret: 'Signing secret',
    app_id: 'App ID',
    private_key: 'Private key',
    api_url: 'API URL',
  },
  connect: 'Connect',
  reconnect: 'Replace credentials',
  connected: 'Connected',
  stored: 'Stored encrypted and never shown again.',
  test: 'Test connection',
  answering: 'Where it answers',
  loadPlaces: 'Choose from a list',
  notInvited: 'The app has not been invited yet.',
  private: 'Private',
  placeIds: 'Channel IDs',
  perMinute: 'Questions per minute',
  perMinuteHint: 'Above this, people are asked to wait.',
  unasked: 'New issues and discussions',
  unaskedHint:
    'A proposed answer puts the label “answer proposed” on the post; read it under Questions. It becomes a comment when somebody adds the label “answer approved”.',
  unaskedChoices: {
    propose: 'Propose an answer to maintainers',
    answer: 'Answer with a comment',
    ignore: 'Answer only where the app is mentioned',
  },
  sayNotCovered: 'Also say when the documentation does not cover it',
  sayNotCoveredHint: 'When off, the app stays silent. Whoever mentions it is always answered.',
  enabled: 'Answer questions',
  enabledHint: 'When off, the channel stays connected but answers nothing.',
  remove: 'Disconnect',
  removeTitle: (name: string) => `Disconnect ${name}?`,
  removeEffect:
    'Its credentials are deleted, and it stops answering within a second. Answers already given stay where they are. Remove the app there as well.',
  removed: 'Channel disconnected',
}

/** What differs from product to product. */
const products = {
  slack: {
    name: 'Slack',
    setup: 'Set up the app in Slack',
    steps: [
      'Open api.slack.com/apps, choose “Create New App”, then “From a manifest”, and paste the manifest below.',
      'Under “Install App”, install it to your workspace and copy the bot token.',
      'Under “Basic Information”, copy the signing secret, and enter both here.',
      'Under “Event Subscriptions”, verify the request URL. Then invite the app to a channel and mention it.',
    ],
    open: 'Open api.slack.com/apps',
    openConnected: 'Open api.slack.com/apps',
    hints: {
      bot_token: 'It begins with xoxb-.',
      api_url: 'Change it only for GovSlack: https://slack-gov.com/api/',
    },
    accepted: 'Slack accepts the credentials.',
    places: 'Slack channels',
    placesHint:
      'Choose none to answer wherever the app was invited. It answers only when it is mentioned, and always in direct messages.',
  },
  discord: {
    name: 'Discord',
    setup: 'Set up the app in Discord',
    steps: [
      'Open discord.com/developers/applications and choose “New Application”.',
      'Under “Bot”, switch “Public Bot” off, press “Reset Token”, copy the token and enter it here.',
      'Press Connect: that registers the command /ask and the request URL.',
      'Add the app to your server with the link that then appears here, and type /ask.',
    ],
    open: 'Open discord.com/developers/applications',
    openConnected: 'Add the app to a server',
    hints: {
      bot_token: 'From “Bot” of the application.',
      api_url: 'Leave it as it is.',
    },
    accepted: 'Discord accepts the credentials.',
    places: 'Discord channels',
    placesHint:
      'Choose none to answer wherever people may use commands, and in direct messages. Threads belong to their channel.',
  },
  github: {
    name: 'GitHub',
    setup: 'Set up the app in GitHub',
    steps: [
      'Open the form of a new GitHub App with the link below, where everything is filled in, and create it. For an organization, create it there with the same settings.',
      'Under “General”, copy the App ID and generate a private key.',
      'Enter both here and press Connect: that also sets the secret of the webhook.',
      'Install the app in your repositories with the link that then appears here.',
    ],
    open: 'Open the form of a new GitHub App',
    openConnected: 'Install the app in repositories',
    hints: {
      app_id: 'A number.',
      private_key: 'The whole file. Stored encrypted and never shown again.',
      api_url: 'For an Enterprise Server: https://HOST/api/v3/',
    },
    accepted: 'GitHub accepts the credentials.',
    places: 'Repositories',
    placesHint: 'Choose none to answer wherever the app is installed.',
  },
} satisfies Record<ChannelKind, unknown>

export const t = { ...shared, channels, products }
