import type { ErrorFrame } from '@footnote/client'
import { FootnoteError } from '@footnote/client'
import type { Texts } from '../texts/texts.ts'

/** What the reader can do about it. */
export type FailureKind = 'retry' | 'rephrase' | 'search' | 'wait' | 'blocked' | 'stopped'

export type Failure = {
  readonly kind: FailureKind
  readonly code: string
  /** What the service says; empty when it said nothing. */
  readonly message: string
  readonly requestId: string | null
  /** For `wait`: when to ask again, in milliseconds since 1970. */
  readonly retryAt: number | null
}

const KINDS: Readonly<Record<string, FailureKind>> = {
  QUOTA_EXCEEDED: 'search',
  MISCONFIGURED: 'search',
  TRUNCATED: 'rephrase',
  CONTENT_FILTERED: 'rephrase',
  BAD_REQUEST: 'rephrase',
  PAYLOAD_TOO_LARGE: 'rephrase',
  CANCELLED: 'stopped',
  UNAUTHORIZED: 'blocked',
  FORBIDDEN: 'blocked',
  NOT_FOUND: 'blocked',
  GROUP_NOT_ALLOWED: 'blocked',
  WIDGET_DISABLED: 'blocked',
  ORIGIN_NOT_ALLOWED: 'blocked',
  CAPTCHA_REQUIRED: 'blocked',
}

/** When a service that refuses does not say how long to wait. */
const DEFAULT_WAIT_SECONDS = 10

export const ofFrame = ({ code, error, request_id }: ErrorFrame): Failure => ({
  kind: KINDS[code] ?? 'retry',
  code,
  message: error,
  requestId: request_id,
  retryAt: null,
})

export function ofError(error: unknown): Failure {
  if (!(error instanceof FootnoteError)) {
    return { kind: 'retry', code: 'INTERNAL', message: '', requestId: null, retryAt: null }
  }
  const { code, status, requestId, retryAfterSeconds } = error
  // Before the stream opened; within it the same code means that the model is busy.
  const waits = status === 429
  return {
    kind: waits ? 'wait' : (KINDS[code] ?? 'retry'),
    code,
    // The client's own words when no answer of the service came, in English.
    message: status === null || code === 'UNEXPECTED_RESPONSE' ? '' : error.message,
    requestId,
    retryAt: waits ? Date.now() + (retryAfterSeconds ?? DEFAULT_WAIT_SECONDS) * 1000 : null,
  }
}

/** In the reader's language where we have it; in English always as the service put it. */
export const failureText = ({ code, message }: Failure, texts: Texts): string =>
  texts.errors[code] ?? (message || texts.network)
