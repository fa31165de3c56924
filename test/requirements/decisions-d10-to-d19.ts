/** Threads, ratings, visibility, quota, overload, heartbeat, origins. */
export const decisionsD10ToD19 = {
  'd10.thread-in-path.malformed': {
    text: "A malformed id in a thread's path gets 404",
    source: 'Threads',
  },
  'd10.thread-in-path.wins': {
    text: 'When path and body both name a thread, the path wins',
    source: 'Threads',
  },
  'd10.zero-retention.body-thread-ignored': {
    text: 'Under Zero data retention any `thread_id` in the body is ignored',
    source: 'Threads',
  },
  'd10.zero-retention.path-thread-ignored': {
    text: 'Under Zero data retention any thread id in the path is ignored',
    source: 'Threads',
  },
  'd11.delete.no-rating': {
    text: 'DELETE answers 204 also when there was no rating',
    source: 'Ratings',
  },
  'd11.delete.malformed-message-id': {
    text: 'DELETE with a malformed message id gets 400',
    source: 'Ratings',
  },
  'd11.delete.foreign-message': {
    text: "DELETE on another knowledge base's message gets 403",
    source: 'Ratings',
  },
  'd11.delete.unknown-message': {
    text: 'DELETE on an unknown message gets 404',
    source: 'Ratings',
  },
  'd12.older-ratings.numbers-and-strings': {
    text: '5 and 1 are accepted as numbers and as strings',
    source: 'Ratings',
  },
  'd12.older-ratings.stored-as-up-and-down': {
    text: '5 is stored as `up` and 1 as `down`',
    source: 'Ratings',
  },
  'd13.source.allowed-values': {
    text: "A rating's `source` is one of `api`, `widget`, `websocket`, `mcp`, `form_deflect` and `bot`",
    source: 'Ratings',
  },
  'd13.source.names-the-channel': {
    text: "A rating's `source` names the channel it came through",
    source: 'Ratings',
  },
  'd14.frame-code.upper-cased': {
    text: "An error frame's `code` is its `error_code` in upper case",
    source: 'Failures',
  },
  'd15.visibility.allowed-values': {
    text: "A document's visibility is one of `public`, `unlisted` and `restricted`",
    source: 'Principles',
  },
  'd15.unlisted.answerable': {
    text: 'An unlisted document is used in answers',
    source: 'Principles',
  },
  'd15.unlisted.searchable': {
    text: 'An unlisted document is found by search',
    source: 'Principles',
  },
  'd15.unlisted.no-starter-question': {
    text: 'An unlisted document never gives rise to a starter question',
    source: 'Principles',
  },
  'd15.restricted.used-nowhere': {
    text: 'A restricted document is used nowhere, over WebSocket, form-deflect and MCP too',
    source: 'Principles',
  },
  'd16.quota.reserved-before-model-call': {
    text: 'A question is reserved before any model call, so questions asked at once cannot pass the allowance together',
    source: 'Allowance',
  },
  'd16.quota.settled-once': {
    text: 'A reserved question is settled exactly once',
    source: 'Allowance',
  },
  'd16.quota.last-frame-counts': {
    text: 'An answer that reached its last frame counts against the allowance',
    source: 'Allowance',
  },
  'd16.quota.error-frame-does-not-count': {
    text: 'An answer that ended in an error frame does not count',
    source: 'Allowance',
  },
  'd16.quota.reader-left-before-first-delta-does-not-count': {
    text: 'An answer whose reader left before the first delta does not count',
    source: 'Allowance',
  },
  'd16.quota.month-by-database-clock': {
    text: "The month of a question is decided by the database's clock, in UTC",
    source: 'Allowance',
  },
  'd17.rate-limit.refused': {
    text: 'Requests past a rate limit get 429 `RATE_LIMITED`',
    source: 'Rate limits',
  },
  'd17.overload.refused': {
    text: 'A server with no room for another answer says 429 `RATE_LIMITED`',
    source: 'Rate limits',
  },
  'd17.refused.retry-after': { text: 'A 429 has a `Retry-After` header', source: 'Rate limits' },
  'd17.refused.ratelimit-headers': {
    text: 'A 429 has `RateLimit-*` headers',
    source: 'Rate limits',
  },
  'd17.refused.before-stream-opens': {
    text: 'A 429 on chat is sent before the stream opens',
    source: 'Rate limits',
  },
  'd17.quota.stays-in-stream': {
    text: 'A spent allowance is a frame in a stream with status 200, never a 429',
    source: 'Rate limits',
  },
  'd18.heartbeat.every-15-s': {
    text: 'A silent stream sends an SSE comment every 15 s',
    source: 'Stream',
  },
  'd18.stream.no-id-lines': { text: 'No stream has an `id:` line', source: 'Stream' },
  'd18.stream.not-buffered': {
    text: 'A stream has the header `X-Accel-Buffering: no`',
    source: 'Stream',
  },
  'd18.stream.not-cached': {
    text: 'A stream has the header `Cache-Control: no-store`',
    source: 'Stream',
  },
  'd19.origins.scheme-matches': {
    text: 'An origin that differs from the allowed one in scheme alone is refused',
    source: 'Widgets',
  },
  'd19.origins.host-matches': {
    text: 'An origin that differs from the allowed one in host alone is refused, a look-alike suffix included',
    source: 'Widgets',
  },
  'd19.origins.port-matches': {
    text: 'An origin that differs from the allowed one in port alone is refused',
    source: 'Widgets',
  },
  'd19.origins.leading-wildcard': {
    text: 'A leading `*.` label in an allowed origin admits exactly one label in its place',
    source: 'Widgets',
  },
  'd19.origins.no-other-wildcard': {
    text: 'A `*` anywhere else in an allowed origin admits nothing',
    source: 'Widgets',
  },
  'd19.origins.missing-refused': {
    text: 'A widget request without an `Origin` header is refused',
    source: 'Widgets',
  },
  'd19.origins.null-refused': {
    text: 'A widget request with the origin `null` is refused',
    source: 'Widgets',
  },
  'd19.origins.empty-list-refuses-all': {
    text: 'A widget with an empty list of allowed origins refuses every origin',
    source: 'Widgets',
  },
  'd19.origins.never-authentication': {
    text: 'An allowed origin never stands in for a client key',
    source: 'Widgets',
  },
} as const
