/** Rate limits, overload and the allowance. */
export const limits = {
  'quota.reserved-before-model-call': {
    text: 'A question is reserved before any model call, so questions asked at once cannot pass the allowance together',
    source: 'Allowance',
  },
  'quota.settled-once': {
    text: 'A reserved question is settled exactly once',
    source: 'Allowance',
  },
  'quota.last-frame-counts': {
    text: 'An answer that reached its last frame counts against the allowance',
    source: 'Allowance',
  },
  'quota.error-frame-does-not-count': {
    text: 'An answer that ended in an error frame does not count',
    source: 'Allowance',
  },
  'quota.reader-left-before-first-delta-does-not-count': {
    text: 'An answer whose reader left before the first delta does not count',
    source: 'Allowance',
  },
  'quota.month-by-database-clock': {
    text: "The month of a question is decided by the database's clock, in UTC",
    source: 'Allowance',
  },
  'rate-limit.refused': {
    text: 'Requests past a rate limit get 429 `RATE_LIMITED`',
    source: 'Rate limits',
  },
  'overload.refused': {
    text: 'A server with no room for another answer says 429 `RATE_LIMITED`',
    source: 'Rate limits',
  },
  'refused.retry-after': { text: 'A 429 has a `Retry-After` header', source: 'Rate limits' },
  'refused.ratelimit-headers': {
    text: 'A 429 has `RateLimit-*` headers',
    source: 'Rate limits',
  },
  'refused.before-stream-opens': {
    text: 'A 429 on chat is sent before the stream opens',
    source: 'Rate limits',
  },
  'quota.stays-in-stream': {
    text: 'A spent allowance is a frame in a stream with status 200, never a 429',
    source: 'Rate limits',
  },
} as const
