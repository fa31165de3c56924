import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const key = {
  id: EXAMPLE_IDS.key,
  name: 'Docs site',
  kind: 'public',
  captcha: false,
  captcha_hostnames: [],
  allowed_origins: ['https://docs.example.com'],
  allowed_addresses: [],
  expires_at: null,
  allowed_group_ids: [],
  created_at: '2026-03-01T08:15:00.000Z',
}

const listedKey = {
  ...key,
  hint: 'x7Qd',
  revoked_at: null,
  last_used_at: '2026-03-14T09:30:00.000Z',
}

const widget = {
  id: EXAMPLE_IDS.widget,
  name: 'Help button',
  enabled: true,
  allowed_origins: ['https://docs.example.com'],
  voice: 'Friendly and brief.',
  config: {
    mode: 'floating',
    position: 'bottom-right',
    theme: 'auto',
    accent: '#0b5c63',
    starter_questions: ['How do I rotate an API key?'],
  },
  created_at: '2026-03-01T08:20:00.000Z',
}

const { id: _id, created_at: _createdAt, ...widgetBody } = widget

/** Keys and saved widgets, which a page uses. */
export const keyOperations: OperationTexts = {
  createKey: {
    description:
      'Creates a public key for web pages or a secret pair for servers. The key or secret is in this response only: store it now. A key reads one knowledge base and cannot use the admin API.',
    request: {
      name: 'Docs site',
      kind: 'public',
      allowed_origins: ['https://docs.example.com'],
    },
    // As long as a real key, but its checksum is wrong.
    response: { ...key, client_key: 'fnp_00ExampleKeyThatOpensNothingAtx7Qd' },
  },
  listKeys: {
    description:
      'Returns every key of a knowledge base, including revoked ones. The keys themselves are never shown again; `hint` tells them apart.',
    response: { keys: [listedKey] },
  },
  changeKey: {
    description:
      'Changes the name of a key, when it expires, its allowed addresses, its allowed origins or its CAPTCHA settings. A later expiry brings an expired key back. The groups of a key cannot be changed; create another key instead.',
    request: { captcha: true, captcha_hostnames: ['docs.example.com'] },
    response: { ...listedKey, captcha: true, captcha_hostnames: ['docs.example.com'] },
  },
  revokeKey: {
    description:
      'Revokes a key permanently. Every process refuses it within 5 seconds, and answers in progress end within a second. Revoking a key twice is safe.',
  },
  createWidget: {
    description:
      'Saves a widget: where it may be used, the voice of its answers, and your own settings, which its pages can read. Without allowed origins no page may use it.',
    request: widgetBody,
    response: widget,
  },
  listWidgets: {
    description: 'Returns the saved widgets of a knowledge base, oldest first.',
    response: { widgets: [widget], next_cursor: null },
  },
  getWidget: { description: 'Returns one saved widget.', response: widget },
  listWidgetOrigins: {
    description:
      'Returns where pages loaded the configuration of this widget, and where they were refused, within seconds of it. At most 100 origins of each are kept, those seen last. A page keeps the configuration for five minutes, so this counts no visits.',
    response: {
      origins: [
        {
          origin: 'https://docs.example.com',
          last_seen_at: '2026-03-14T09:30:12.000Z',
          loads: 1284,
          refused: 0,
        },
        {
          origin: 'https://staging.example.com',
          last_seen_at: '2026-03-13T16:02:45.000Z',
          loads: 0,
          refused: 3,
        },
      ],
    },
  },
  followWidgetOrigins: {
    description:
      'Sends where the widget was seen as server-sent events: one at once, and one each time a page loaded it or was refused, at most one a second. The last one says `done`, when the time is over.',
    query: { seconds: '60' },
    response: [
      { origins: [], done: false },
      { origins: [], done: true },
    ],
  },
  changeWidget: {
    description:
      'Changes the fields that you send. `config` and `allowed_origins` are replaced as a whole.',
    request: { enabled: false },
    response: { ...widget, enabled: false },
  },
  deleteWidget: {
    description:
      'Deletes a saved widget. Requests that name it are refused; answers already given stay.',
  },
}
