/** Threads, ratings, visibility, quota, overload, heartbeat, origins. */
export const decisionsD10ToD19 = {
  'd10.thread-in-path.malformed': {
    text: "A malformed id in a thread's path gets 404",
    source: 'decisions: D10',
  },
  'd10.thread-in-path.wins': {
    text: 'When path and body both name a thread, the path wins',
    source: 'decisions: D10',
  },
  'd10.zero-retention.body-thread-ignored': {
    text: 'Under Zero data retention any `thread_id` in the body is ignored',
    source: 'decisions: D10',
  },
  'd10.zero-retention.path-thread-ignored': {
    text: 'Under Zero data retention any thread id in the path is ignored',
    source: 'decisions: D10',
  },
  'd11.delete.no-rating': {
    text: 'DELETE answers 204 also when there was no rating',
    source: 'decisions: D11',
  },
  'd11.delete.malformed-message-id': {
    text: 'DELETE with a malformed message id gets 400',
    source: 'decisions: D11',
  },
  'd11.delete.foreign-message': {
    text: "DELETE on another knowledge base's message gets 403",
    source: 'decisions: D11',
  },
  'd11.delete.unknown-message': {
    text: 'DELETE on an unknown message gets 404',
    source: 'decisions: D11',
  },
  'd12.older-ratings.numbers-and-strings': {
    text: '5 and 1 are accepted as numbers and as strings',
    source: 'decisions: D12',
  },
  'd12.older-ratings.stored-as-up-and-down': {
    text: '5 is stored as `up` and 1 as `down`',
    source: 'decisions: D12',
  },
  'd13.source.allowed-values': {
    text: "A rating's `source` is one of `api`, `widget`, `websocket`, `mcp`, `form_deflect` and `bot`",
    source: 'decisions: D13',
  },
  'd13.source.names-the-channel': {
    text: "A rating's `source` names the channel it came through",
    source: 'decisions: D13',
  },
  'd14.frame-code.upper-cased': {
    text: "An error frame's `code` is its `error_code` in upper case",
    source: 'decisions: D14',
  },
  'd15.visibility.allowed-values': {
    text: "A document's visibility is one of `public`, `unlisted` and `restricted`",
    source: 'decisions: D15',
  },
  'd15.unlisted.answerable': {
    text: 'An unlisted document is used in answers',
    source: 'decisions: D15',
  },
  'd15.unlisted.searchable': {
    text: 'An unlisted document is found by search',
    source: 'decisions: D15',
  },
  'd15.unlisted.no-starter-question': {
    text: 'An unlisted document never gives rise to a starter question',
    source: 'decisions: D15',
  },
  'd15.restricted.used-nowhere': {
    text: 'A restricted document is used nowhere, over WebSocket, form-deflect and MCP too',
    source: 'decisions: D15',
  },
  'd16.quota.reserved-before-model-call': {
    text: 'A question is reserved before any model call, so questions asked at once cannot pass the allowance together',
    source: 'decisions: D16',
  },
  'd16.quota.settled-once': {
    text: 'A reserved question is settled exactly once',
    source: 'decisions: D16',
  },
  'd16.quota.last-frame-counts': {
    text: 'An answer that reached its last frame counts against the allowance',
    source: 'decisions: D16',
  },
  'd16.quota.error-frame-does-not-count': {
    text: 'An answer that ended in an error frame does not count',
    source: 'decisions: D16',
  },
  'd16.quota.reader-left-before-first-delta-does-not-count': {
    text: 'An answer whose reader left before the first delta does not count',
    source: 'decisions: D16',
  },
  'd16.quota.month-by-database-clock': {
    text: "The month of a question is decided by the database's clock, in UTC",
    source: 'decisions: D16',
  },
  'd17.rate-limit.refused': {
    text: 'Requests past a rate limit get 429 `RATE_LIMITED`',
    source: 'decisions: D17',
  },
  'd17.overload.refused': {
    text: 'A server with no room for another answer says 429 `RATE_LIMITED`',
    source: 'decisions: D17',
  },
  'd17.refused.retry-after': { text: 'A 429 has a `Retry-After` header', source: 'decisions: D17' },
  'd17.refused.ratelimit-headers': {
    text: 'A 429 has `RateLimit-*` headers',
    source: 'decisions: D17',
  },
  'd17.refused.before-stream-opens': {
    text: 'A 429 on chat is sent before the stream opens',
    source: 'decisions: D17',
  },
  'd17.quota.stays-in-stream': {
    text: 'A spent allowance is a frame in a stream with status 200, never a 429',
    source: 'decisions: D17',
  },
  'd18.heartbeat.every-15-s': {
    text: 'A silent stream sends an SSE comment every 15 s',
    source: 'decisions: D18',
  },
  'd18.stream.no-id-lines': { text: 'No stream has an `id:` line', source: 'decisions: D18' },
  'd18.stream.not-buffered': {
    text: 'A stream has the header `X-Accel-Buffering: no`',
    source: 'decisions: D18',
  },
  'd18.stream.not-cached': {
    text: 'A stream has the header `Cache-Control: no-store`',
    source: 'decisions: D18',
  },
  'd19.origins.scheme-matches': {
    text: 'An origin that differs from the allowed one in scheme alone is refused',
    source: 'decisions: D19',
  },
  'd19.origins.host-matches': {
    text: 'An origin that differs from the allowed one in host alone is refused, a look-alike suffix included',
    source: 'decisions: D19',
  },
  'd19.origins.port-matches': {
    text: 'An origin that differs from the allowed one in port alone is refused',
    source: 'decisions: D19',
  },
  'd19.origins.leading-wildcard': {
    text: 'A leading `*.` label in an allowed origin admits exactly one label in its place',
    source: 'decisions: D19',
  },
  'd19.origins.no-other-wildcard': {
    text: 'A `*` anywhere else in an allowed origin admits nothing',
    source: 'decisions: D19',
  },
  'd19.origins.missing-refused': {
    text: 'A widget request without an `Origin` header is refused',
    source: 'decisions: D19',
  },
  'd19.origins.null-refused': {
    text: 'A widget request with the origin `null` is refused',
    source: 'decisions: D19',
  },
  'd19.origins.empty-list-refuses-all': {
    text: 'A widget with an empty list of allowed origins refuses every origin',
    source: 'decisions: D19',
  },
  'd19.origins.never-authentication': {
    text: 'An allowed origin never stands in for a client key',
    source: 'decisions: D19',
  },
} as const
