/** Ids, keys, error bodies, CAPTCHA, groups, lengths. */
export const decisionsD1ToD9 = {
  'd1.ids.uuidv7-lower-case': {
    text: 'The id of every resource is a lower-case UUIDv7',
    source: 'Conventions',
  },
  'd1.ids.anything-else-not-valid': {
    text: 'An upper-case UUID, a UUID of another version or any other text is not a valid id',
    source: 'Conventions',
  },
  'd2.public-key.prefix': { text: 'A public key starts with `fnp_`', source: 'Keys' },
  'd2.client-id.prefix': { text: 'A client id starts with `fnc_`', source: 'Keys' },
  'd2.client-secret.prefix': {
    text: 'A client secret starts with `fns_`',
    source: 'Keys',
  },
  'd2.keys.160-random-bits': {
    text: 'A key carries at least 160 random bits in base62',
    source: 'Keys',
  },
  'd2.keys.checksum': {
    text: 'A key ends in the CRC32 checksum of what precedes it',
    source: 'Keys',
  },
  'd2.keys.typo-refused-without-look-up': {
    text: 'A mistyped key is refused without a look-up',
    source: 'Keys',
  },
  'd2.secrets.stored-as-hmac': {
    text: 'A secret is stored only as HMAC-SHA-256 under a server pepper',
    source: 'Keys',
  },
  'd2.secrets.shown-once': {
    text: 'A secret is shown when it is made and never again',
    source: 'Keys',
  },
  'd2.secrets.constant-time': {
    text: 'Secrets are compared in constant time',
    source: 'Keys',
  },
  'd3.no-credential.unauthorized': {
    text: 'A request without a credential gets 401 `UNAUTHORIZED`',
    source: 'Keys',
  },
  'd3.bad-credential.unauthorized': {
    text: 'A request with an unknown key or a wrong secret gets 401 `UNAUTHORIZED`',
    source: 'Keys',
  },
  'd3.unauthorized.www-authenticate': {
    text: 'Every 401 sets `WWW-Authenticate`',
    source: 'Keys',
  },
  'd3.key-and-pair-together.unauthorized': {
    text: 'A public key and a secret pair sent together get 401',
    source: 'Keys',
  },
  'd3.half-a-pair.unauthorized': {
    text: 'A client id without a secret, or a secret without an id, gets 401',
    source: 'Keys',
  },
  'd3.revoked-key.refused-within-5-s': {
    text: 'A revoked key is refused everywhere within 5 s',
    source: 'Keys',
  },
  'd3.revoked-key.refused-with-redis-down': {
    text: 'A revoked key is refused within 5 s with Redis down too',
    source: 'Keys',
  },
  'd4.foreign-knowledge-base.forbidden': {
    text: "A key used on another knowledge base's path gets 403 `FORBIDDEN`",
    source: 'Keys',
  },
  'd4.foreign-knowledge-base.same-answer': {
    text: 'The answer is the same for a foreign knowledge base that exists and one that does not',
    source: 'Keys',
  },
  'd5.error-body.fields': {
    text: 'A JSON error has `error`, `code`, `request_id` and `retryable`',
    source: 'Errors',
  },
  'd5.error-body.details-only-for-validation': {
    text: '`details` is on validation errors only',
    source: 'Errors',
  },
  'd5.error-body.details-shape': {
    text: '`details` is a list of `{ path, message }`, one for each fault in the request',
    source: 'Errors',
  },
  'd5.request-id.on-every-response': {
    text: 'Every response, refused or not, streamed or not, carries `X-Request-Id`',
    source: 'Conventions',
  },
  'd6.bad-group-ids.code': {
    text: 'Bad `group_ids` have the code `GROUP_NOT_ALLOWED`',
    source: 'Errors',
  },
  'd6.captcha-missing.code': {
    text: 'A missing CAPTCHA token has the code `CAPTCHA_REQUIRED`',
    source: 'Errors',
  },
  'd6.captcha-failed.code': {
    text: 'A CAPTCHA token that fails gets 403 `CAPTCHA_FAILED`',
    source: 'Errors',
  },
  'd6.unknown-thread.code': {
    text: 'An unknown thread has the code `NOT_FOUND`',
    source: 'Errors',
  },
  'd6.unknown-message.code': {
    text: 'An unknown message has the code `NOT_FOUND`',
    source: 'Errors',
  },
  'd6.foreign-message.code': {
    text: "Another knowledge base's message has the code `FORBIDDEN`",
    source: 'Errors',
  },
  'd6.invalid-body.code': {
    text: 'An invalid body gets 400 `BAD_REQUEST`',
    source: 'Errors',
  },
  'd7.captcha.header': {
    text: 'Over HTTP the CAPTCHA token travels in the `X-Recaptcha-Token` header',
    source: 'CAPTCHA',
  },
  'd7.captcha.websocket-field': {
    text: "Over WebSocket the CAPTCHA token is the message's `recaptcha_token`",
    source: 'CAPTCHA',
  },
  'd7.captcha.score-verified': {
    text: 'A CAPTCHA token with too low a score fails',
    source: 'CAPTCHA',
  },
  'd7.captcha.action-verified': {
    text: 'A CAPTCHA token passes only for its own action: `chat`, `search`, `feedback` or `form_deflect`',
    source: 'CAPTCHA',
  },
  'd7.captcha.hostname-verified': {
    text: 'A CAPTCHA token minted on another hostname fails',
    source: 'CAPTCHA',
  },
  'd7.captcha.single-use': { text: 'A CAPTCHA token works once', source: 'CAPTCHA' },
  'd7.captcha.fails-closed': {
    text: 'A CAPTCHA token that cannot be verified is refused',
    source: 'CAPTCHA',
  },
  'd7.captcha.verify-address-is-configuration': {
    text: 'CAPTCHA tokens are verified at the configured address',
    source: 'CAPTCHA',
  },
  'd8.allowed-groups.bind-chat': {
    text: "Chat answers only from the key's allowed groups",
    source: 'Groups',
  },
  'd8.allowed-groups.bind-search': {
    text: "Search finds only passages of the key's allowed groups",
    source: 'Groups',
  },
  'd8.allowed-groups.bind-form-deflect': {
    text: "Form-deflect answers only from the key's allowed groups",
    source: 'Groups',
  },
  'd8.allowed-groups.bind-websocket': {
    text: "WebSocket questions are answered only from the key's allowed groups",
    source: 'Groups',
  },
  'd8.allowed-groups.bind-mcp': {
    text: "MCP tools read only the key's allowed groups",
    source: 'Groups',
  },
  'd8.group-ids.must-exist': {
    text: "A group id that the knowledge base does not have is refused, another knowledge base's included",
    source: 'Groups',
  },
  'd8.group-ids.within-allowed': {
    text: "A group id outside the key's allowed groups is refused",
    source: 'Groups',
  },
  'd8.group-ids.empty': {
    text: 'An empty `group_ids` gets 400 `BAD_REQUEST`, whatever the key may read',
    source: 'Groups',
  },
  'd9.lengths.code-points': {
    text: 'Lengths are counted in Unicode code points',
    source: 'Conventions',
  },
  'd9.query.blank': { text: 'A blank `query` gets 400', source: 'Chat' },
  'd9.top-k.below-1-or-not-whole': {
    text: 'A `top_k` below 1 or not whole gets 400',
    source: 'Chat',
  },
  'd9.limit.below-1-or-not-whole': {
    text: 'A `limit` below 1 or not whole gets 400',
    source: 'Search',
  },
  'd9.comment.max-2000': {
    text: 'A `comment` of 2,000 characters is taken and a longer one gets 400',
    source: 'Ratings',
  },
} as const
