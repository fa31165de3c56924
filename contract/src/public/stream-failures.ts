import { z } from 'zod'

export const StreamFailureCode = z
  .enum([
    'quota_exceeded',
    'misconfigured',
    'rate_limited',
    'timeout',
    'unavailable',
    'internal',
    'content_filtered',
    'truncated',
    'cancelled',
  ])
  .meta({ id: 'StreamFailureCode', description: 'Why the answer failed.' })
export type StreamFailureCode = z.infer<typeof StreamFailureCode>

type StreamFailureEntry<Code extends string> = {
  readonly code: Uppercase<Code>
  /** Shown to the reader as it stands. */
  readonly message: string
  /** Whether asking again may succeed. */
  readonly retryable: boolean
}

/** Every way an answer fails after its stream opened. `docs/errors/` has a page for each `code`. */
export const STREAM_FAILURES = {
  quota_exceeded: {
    code: 'QUOTA_EXCEEDED',
    message: 'No more questions can be answered at the moment.',
    retryable: false,
  },
  misconfigured: {
    code: 'MISCONFIGURED',
    message: 'This assistant is not set up correctly yet.',
    retryable: false,
  },
  rate_limited: {
    code: 'RATE_LIMITED',
    message: 'Many people are asking right now. Please try again in a moment.',
    retryable: true,
  },
  timeout: {
    code: 'TIMEOUT',
    message: 'The answer took too long. Please try again.',
    retryable: true,
  },
  unavailable: {
    code: 'UNAVAILABLE',
    message: 'Answers are not available right now. Please try again soon.',
    retryable: true,
  },
  internal: {
    code: 'INTERNAL',
    message: 'Something went wrong while answering. Please try again.',
    retryable: true,
  },
  content_filtered: {
    code: 'CONTENT_FILTERED',
    message: 'This answer was blocked by a content filter. Please try other words.',
    retryable: true,
  },
  truncated: {
    code: 'TRUNCATED',
    message: 'The answer was cut short. Please try again, or ask a narrower question.',
    retryable: true,
  },
  cancelled: {
    code: 'CANCELLED',
    message: 'The answer was cancelled.',
    retryable: true,
  },
} as const satisfies { [Code in StreamFailureCode]: StreamFailureEntry<Code> }

/** The status of each where the answer comes in one piece, as JSON, and there is no stream to fail in. */
export const ANSWER_FAILURE_STATUS = {
  quota_exceeded: 402,
  misconfigured: 500,
  rate_limited: 429,
  timeout: 504,
  unavailable: 503,
  internal: 500,
  content_filtered: 502,
  truncated: 502,
  cancelled: 503,
} as const satisfies Record<StreamFailureCode, number>

/** The `code` of an error frame: the upper-cased `error_code`. */
export const StreamErrorCode = z
  .enum([
    'QUOTA_EXCEEDED',
    'MISCONFIGURED',
    'RATE_LIMITED',
    'TIMEOUT',
    'UNAVAILABLE',
    'INTERNAL',
    'CONTENT_FILTERED',
    'TRUNCATED',
    'CANCELLED',
  ] satisfies Uppercase<StreamFailureCode>[])
  .meta({ id: 'StreamErrorCode', description: 'The upper-cased `error_code`.' })
export type StreamErrorCode = z.infer<typeof StreamErrorCode>
