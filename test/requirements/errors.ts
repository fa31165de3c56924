/** Ids, error bodies, and how an answer fails. */
export const errors = {
  'ids.uuidv7-lower-case': {
    text: 'The id of every resource is a lower-case UUIDv7',
    source: 'Conventions',
  },
  'ids.anything-else-not-valid': {
    text: 'An upper-case UUID, a UUID of another version or any other text is not a valid id',
    source: 'Conventions',
  },
  'error-body.fields': {
    text: 'A JSON error has `error`, `code`, `request_id` and `retryable`',
    source: 'Errors',
  },
  'error-body.details-only-for-validation': {
    text: '`details` is on validation errors only',
    source: 'Errors',
  },
  'error-body.details-shape': {
    text: '`details` is a list of `{ path, message }`, one for each fault in the request',
    source: 'Errors',
  },
  'request-id.on-every-response': {
    text: 'Every response, refused or not, streamed or not, carries `X-Request-Id`',
    source: 'Conventions',
  },
  'bad-group-ids.code': {
    text: 'Bad `group_ids` have the code `GROUP_NOT_ALLOWED`',
    source: 'Errors',
  },
  'captcha-missing.code': {
    text: 'A missing CAPTCHA token has the code `CAPTCHA_REQUIRED`',
    source: 'Errors',
  },
  'captcha-failed.code': {
    text: 'A CAPTCHA token that fails gets 403 `CAPTCHA_FAILED`',
    source: 'Errors',
  },
  'unknown-thread.code': {
    text: 'An unknown thread has the code `NOT_FOUND`',
    source: 'Errors',
  },
  'unknown-message.code': {
    text: 'An unknown message has the code `NOT_FOUND`',
    source: 'Errors',
  },
  'foreign-message.code': {
    text: "Another knowledge base's message has the code `FORBIDDEN`",
    source: 'Errors',
  },
  'invalid-body.code': {
    text: 'An invalid body gets 400 `BAD_REQUEST`',
    source: 'Errors',
  },
  'lengths.code-points': {
    text: 'Lengths are counted in Unicode code points',
    source: 'Conventions',
  },
  'frame-code.upper-cased': {
    text: "An error frame's `code` is its `error_code` in upper case",
    source: 'Failures',
  },
  'answer-timeout.60-s-in-all': {
    text: 'An answer not finished in 60 s ends with a `timeout` frame',
    source: 'Failures',
  },
  'answer-timeout.20-s-without-token': {
    text: 'An answer that gets no token for 20 s ends with a `timeout` frame',
    source: 'Failures',
  },
  'answer-timeout.configuration': {
    text: 'Both time-outs are configuration',
    source: 'Failures',
  },
} as const
