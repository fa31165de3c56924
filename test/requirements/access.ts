/** Groups, CAPTCHA and what restricted pages are kept out of. */
export const access = {
  'captcha.header': {
    text: 'Over HTTP the CAPTCHA token travels in the `X-Recaptcha-Token` header',
    source: 'CAPTCHA',
  },
  'captcha.websocket-field': {
    text: "Over WebSocket the CAPTCHA token is the message's `recaptcha_token`",
    source: 'CAPTCHA',
  },
  'captcha.score-verified': {
    text: 'A CAPTCHA token with too low a score fails',
    source: 'CAPTCHA',
  },
  'captcha.action-verified': {
    text: 'A CAPTCHA token passes only for its own action: `chat`, `search`, `feedback` or `form_deflect`',
    source: 'CAPTCHA',
  },
  'captcha.hostname-verified': {
    text: 'A CAPTCHA token minted on another hostname fails',
    source: 'CAPTCHA',
  },
  'captcha.single-use': { text: 'A CAPTCHA token works once', source: 'CAPTCHA' },
  'captcha.fails-closed': {
    text: 'A CAPTCHA token that cannot be verified is refused',
    source: 'CAPTCHA',
  },
  'captcha.verify-address-is-configuration': {
    text: 'CAPTCHA tokens are verified at the configured address',
    source: 'CAPTCHA',
  },
  'allowed-groups.bind-chat': {
    text: "Chat answers only from the key's allowed groups",
    source: 'Groups',
  },
  'allowed-groups.bind-search': {
    text: "Search finds only passages of the key's allowed groups",
    source: 'Groups',
  },
  'allowed-groups.bind-form-deflect': {
    text: "Form-deflect answers only from the key's allowed groups",
    source: 'Groups',
  },
  'allowed-groups.bind-websocket': {
    text: "WebSocket questions are answered only from the key's allowed groups",
    source: 'Groups',
  },
  'allowed-groups.bind-mcp': {
    text: "MCP tools read only the key's allowed groups",
    source: 'Groups',
  },
  'group-ids.must-exist': {
    text: "A group id that the knowledge base does not have is refused, another knowledge base's included",
    source: 'Groups',
  },
  'group-ids.within-allowed': {
    text: "A group id outside the key's allowed groups is refused",
    source: 'Groups',
  },
  'group-ids.empty': {
    text: 'An empty `group_ids` gets 400 `BAD_REQUEST`, whatever the key may read',
    source: 'Groups',
  },
  'visibility.allowed-values': {
    text: "A document's visibility is one of `public`, `unlisted` and `restricted`",
    source: 'Principles',
  },
  'unlisted.answerable': {
    text: 'An unlisted document is used in answers',
    source: 'Principles',
  },
  'unlisted.searchable': {
    text: 'An unlisted document is found by search',
    source: 'Principles',
  },
  'unlisted.no-starter-question': {
    text: 'An unlisted document never gives rise to a starter question',
    source: 'Principles',
  },
  'restricted.used-nowhere': {
    text: 'A restricted document is used nowhere, over WebSocket, form-deflect and MCP too',
    source: 'Principles',
  },
} as const
