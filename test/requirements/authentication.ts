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
} as const
