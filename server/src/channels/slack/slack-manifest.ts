/** More is not shown, and Slack refuses it. */
const MAX_APP_NAME_CHARACTERS = 35
const MAX_BOT_NAME_CHARACTERS = 80

/** What it may do, and what for. */
const SCOPES = [
  // It is told when it is mentioned, and what is said to it directly.
  'app_mentions:read',
  'im:history',
  // It answers, and shows that it is working on it.
  'chat:write',
  'assistant:write',
  // Operators choose where it answers.
  'channels:read',
  'groups:read',
  // After a crash it looks in the thread for an answer that it has begun, so that there is not a second one.
  'channels:history',
  'groups:history',
]

/** What Slack creates an app from. */
export const slackManifest = (name: string, requestUrl: string): string =>
  JSON.stringify(
    {
      display_information: {
        name: cut(name, MAX_APP_NAME_CHARACTERS),
        description: 'Answers questions from the documentation, with its sources.',
      },
      features: {
        app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
        bot_user: { display_name: cut(name, MAX_BOT_NAME_CHARACTERS), always_online: true },
      },
      oauth_config: { scopes: { bot: SCOPES } },
      settings: {
        event_subscriptions: {
          request_url: requestUrl,
          bot_events: ['app_mention', 'message.im', 'app_uninstalled', 'tokens_revoked'],
        },
        interactivity: { is_enabled: true, request_url: requestUrl },
        org_deploy_enabled: false,
        socket_mode_enabled: false,
        token_rotation_enabled: false,
      },
    },
    null,
    2,
  )

const cut = (text: string, most: number): string => Array.from(text).slice(0, most).join('')
