/** Client keys, CAPTCHA and what is true of every endpoint. */
export const authentication = {
  'endpoints.path-prefix': {
    text: 'Every endpoint lives under `/api/v1/public`, which carries the version',
    source: 'Conventions',
  },
  'endpoints.bodies-are-json': {
    text: 'Every POST body is read as `application/json`, and every body outside a stream is answered as JSON',
    source: 'Conventions',
  },
  'ids.are-strings': {
    text: 'Every identifier in a response is a string',
    source: 'Conventions',
  },
  'timestamps.iso-8601-utc': {
    text: 'Every timestamp in a response is ISO 8601 in UTC',
    source: 'Conventions',
  },
  'auth.every-endpoint-takes-a-key': {
    text: 'No public endpoint answers a request that carries no client key',
    source: 'Keys',
  },
  'auth.public-key.header': {
    text: 'A public key is accepted in the `X-Client-Key` header on every endpoint',
    source: 'Keys',
  },
  'auth.secret-pair.headers': {
    text: 'A secret pair is accepted in the `X-Client-Id` and `X-Client-Secret` headers on every endpoint',
    source: 'Keys',
  },
  'auth.key.one-knowledge-base': {
    text: 'A client key reads its own knowledge base and no other',
    source: 'Keys',
  },
  'auth.widget.same-knowledge-base': {
    text: "A widget is usable only with a key of the widget's own knowledge base",
    source: 'Widgets',
  },
  'captcha.required.chat': {
    text: 'With CAPTCHA on, a public key must send a token with a chat question',
    source: 'CAPTCHA',
  },
  'captcha.required.thread-chat': {
    text: "With CAPTCHA on, a public key must send a token with a follow-up on a thread's path",
    source: 'CAPTCHA',
  },
  'captcha.required.search': {
    text: 'With CAPTCHA on, a public key must send a token with a search',
    source: 'CAPTCHA',
  },
  'captcha.required.feedback': {
    text: 'With CAPTCHA on, a public key must send a token with a rating',
    source: 'CAPTCHA',
  },
  'captcha.required.form-deflect': {
    text: 'With CAPTCHA on, a public key must send a token with a form-deflect request',
    source: 'CAPTCHA',
  },
  'captcha.required.only-when-on': {
    text: 'A public key whose `captcha_required` is false sends no token anywhere',
    source: 'CAPTCHA',
  },
  'captcha.not-needed.suggested-questions': {
    text: 'With CAPTCHA on, suggested questions need no token',
    source: 'CAPTCHA',
  },
  'captcha.not-needed.related': {
    text: 'With CAPTCHA on, related pages need no token',
    source: 'CAPTCHA',
  },
  'captcha.not-needed.feedback-delete': {
    text: 'With CAPTCHA on, withdrawing a rating needs no token',
    source: 'CAPTCHA',
  },
  'captcha.not-needed.widget-config': {
    text: 'With CAPTCHA on, the widget configuration needs no token',
    source: 'CAPTCHA',
  },
  'captcha.not-needed.saved-widget-config': {
    text: 'With CAPTCHA on, the saved-widget configuration needs no token',
    source: 'CAPTCHA',
  },
  'captcha.not-needed.secret-pair': {
    text: 'With CAPTCHA on, a secret pair needs no token on any endpoint',
    source: 'CAPTCHA',
  },
  'captcha.missing.refused-before-streaming': {
    text: 'A request that lacks a required CAPTCHA token gets 403 and no stream opens',
    source: 'CAPTCHA',
  },
  'captcha.client.fresh-token-each-request': {
    text: 'The widget obtains a fresh CAPTCHA token for each gated request',
    source: 'Clients',
  },
  'captcha.client.no-token-where-none-needed': {
    text: 'The widget obtains no token for calls that need none',
    source: 'Clients',
  },
  'errors.error-is-the-message-to-show': {
    text: 'Every refusal is JSON whose `error` is a message a reader can be shown',
    source: 'Errors',
  },
  'restricted.not-in-answers': {
    text: 'A restricted document is never used in an answer',
    source: 'Principles',
  },
  'restricted.not-in-search': {
    text: 'A restricted document is never a search result',
    source: 'Principles',
  },
  'restricted.not-in-related': {
    text: 'A restricted document is never a related page',
    source: 'Principles',
  },
  'restricted.not-in-starter-questions': {
    text: 'A restricted document never gives rise to a starter question',
    source: 'Principles',
  },
  'zero-retention.answers-not-stored': {
    text: 'Under Zero data retention no answer is stored',
    source: 'Principles',
  },
  'zero-retention.conversations-not-stored': {
    text: 'Under Zero data retention no conversation is stored',
    source: 'Principles',
  },
  'zero-retention.no-message-id': {
    text: 'Under Zero data retention no `message_id` is returned',
    source: 'Principles',
  },
  'zero-retention.no-thread-id': {
    text: 'Under Zero data retention no `thread_id` is returned',
    source: 'Principles',
  },
  'zero-retention.each-question-starts-anew': {
    text: 'Under Zero data retention an earlier question has no bearing on the next one',
    source: 'Threads',
  },
  'public-key.prefix': { text: 'A public key starts with `fnp_`', source: 'Keys' },
  'client-id.prefix': { text: 'A client id starts with `fnc_`', source: 'Keys' },
  'client-secret.prefix': {
    text: 'A client secret starts with `fns_`',
    source: 'Keys',
  },
  'keys.160-random-bits': {
    text: 'A key carries at least 160 random bits in base62',
    source: 'Keys',
  },
  'keys.checksum': {
    text: 'A key ends in the CRC32 checksum of what precedes it',
    source: 'Keys',
  },
  'keys.typo-refused-without-look-up': {
    text: 'A mistyped key is refused without a look-up',
    source: 'Keys',
  },
  'secrets.stored-as-hmac': {
    text: 'A secret is stored only as HMAC-SHA-256 under a server pepper',
    source: 'Keys',
  },
  'secrets.shown-once': {
    text: 'A secret is shown when it is made and never again',
    source: 'Keys',
  },
  'secrets.constant-time': {
    text: 'Secrets are compared in constant time',
    source: 'Keys',
  },
  'no-credential.unauthorized': {
    text: 'A request without a credential gets 401 `UNAUTHORIZED`',
    source: 'Keys',
  },
  'bad-credential.unauthorized': {
    text: 'A request with an unknown key or a wrong secret gets 401 `UNAUTHORIZED`',
    source: 'Keys',
  },
  'unauthorized.www-authenticate': {
    text: 'Every 401 sets `WWW-Authenticate`',
    source: 'Keys',
  },
  'key-and-pair-together.unauthorized': {
    text: 'A public key and a secret pair sent together get 401',
    source: 'Keys',
  },
  'half-a-pair.unauthorized': {
    text: 'A client id without a secret, or a secret without an id, gets 401',
    source: 'Keys',
  },
  'revoked-key.refused-within-5-s': {
    text: 'A revoked key is refused everywhere within 5 s',
    source: 'Keys',
  },
  'revoked-key.refused-with-redis-down': {
    text: 'A revoked key is refused within 5 s with Redis down too',
    source: 'Keys',
  },
  'foreign-knowledge-base.forbidden': {
    text: "A key used on another knowledge base's path gets 403 `FORBIDDEN`",
    source: 'Keys',
  },
  'foreign-knowledge-base.same-answer': {
    text: 'The answer is the same for a foreign knowledge base that exists and one that does not',
    source: 'Keys',
  },
} as const
