import { t as shared } from '../../texts.ts'

const channels = {
  title: 'Chat channels',
  lead: 'People ask where they already talk, and get the answer there with its sources.',
  create: 'Add channel',
  createTitle: 'Add a Slack channel',
  empty: 'No channels yet',
  emptyReason:
    'Connect Slack, and people can mention the app in a channel or write to it directly.',
  name: 'Name',
  nameHint: 'Also the name of the app in Slack, up to 35 characters.',
  groupsHint:
    'Choose none for all groups except those for signed readers, and for pages without a group.',
  kinds: { slack: 'Slack' },
  workspace: 'Workspace',
  state: 'State',
  states: {
    unconnected: 'Not connected',
    connected: 'Connected',
    failing: 'Needs attention',
    off: 'Off',
  },
  lastProblem: (message: string, at: string) => `${message} (${at})`,
  setup: 'Set up the app in Slack',
  steps: [
    'Open api.slack.com/apps, choose “Create New App”, then “From a manifest”, and paste the manifest below.',
    'Under “Install App”, install it to your workspace and copy the bot token.',
    'Under “Basic Information”, copy the signing secret, and enter both here.',
    'Under “Event Subscriptions”, verify the request URL. Then invite the app to a channel and mention it.',
  ],
  openSlack: 'Open api.slack.com/apps',
  manifest: 'App manifest',
  requestUrl: 'Request URL',
  connection: 'Connection',
  connectedTo: (bot: string, workspace: string, since: string) =>
    `Connected to ${workspace} as @${bot} since ${since}.`,
  connect: 'Connect',
  reconnect: 'Replace credentials',
  connected: 'Connected to Slack',
  botToken: 'Bot token',
  botTokenHint: 'It begins with xoxb-.',
  signingSecret: 'Signing secret',
  apiUrl: 'API URL',
  apiUrlHint: 'Change it only for GovSlack: https://slack-gov.com/api/',
  stored: 'Stored encrypted and never shown again.',
  test: 'Test connection',
  testOk: 'Slack accepts the credentials.',
  answering: 'Where it answers',
  places: 'Slack channels',
  placesHint:
    'Choose none to answer wherever the app was invited. It answers only when it is mentioned, and always in direct messages.',
  loadPlaces: 'Choose from the workspace',
  notInvited: 'The app has not been invited yet.',
  private: 'Private',
  placeIds: 'Channel IDs',
  perMinute: 'Questions per minute',
  perMinuteHint: 'Above this, people are asked to wait.',
  enabled: 'Answer questions',
  enabledHint: 'When off, the channel stays connected but answers nothing.',
  remove: 'Disconnect',
  removeTitle: (name: string) => `Disconnect ${name}?`,
  removeEffect:
    'Its credentials are deleted, and it stops answering within a second. Answers already given stay in Slack. Remove the app there as well.',
  removed: 'Channel disconnected',
}

export const t = { ...shared, channels }
