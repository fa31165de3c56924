import type { RefusalCode, RefusedMessage } from '../../wire/public.ts'
import { FootnoteError } from '../error.ts'

/** The status that a refusal has over HTTP. */
const STATUS: Readonly<Record<RefusalCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  READER_TOKEN_INVALID: 401,
  FORBIDDEN: 403,
  GROUP_NOT_ALLOWED: 403,
  CAPTCHA_REQUIRED: 403,
  CAPTCHA_FAILED: 403,
  WIDGET_DISABLED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  MOVED: 421,
  MODEL_FAILED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
}

const findStatus = (code: string): number | null =>
  Object.entries(STATUS).find(([name]) => name === code)?.[1] ?? null

/** A question refused over a socket, as the error that the same refusal over HTTP would be. */
export function refusedError(message: RefusedMessage): FootnoteError {
  const { error, code, request_id: requestId, retryable, details = [] } = message
  const retryAfterSeconds = message.retry_after_seconds ?? null
  const status = findStatus(code)
  return new FootnoteError(error, {
    status,
    code,
    requestId,
    retryable,
    retryAfterSeconds,
    details,
  })
}

const CLOSE_MESSAGES: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'The service did not understand a message.',
  UNAUTHORIZED: 'A valid key is needed.',
  READER_TOKEN_INVALID: 'The reader token is not valid.',
  FORBIDDEN: 'This key may not do that.',
  RATE_LIMITED: 'Too many requests. Please wait a moment and try again.',
}

/** The reason that the service gave for closing a connection; undefined if it gave none. */
export function closedError(code: number, reason: string): FootnoteError | undefined {
  const message = CLOSE_MESSAGES[reason]
  if (code < 4000 || message === undefined) return undefined
  const status = findStatus(reason)
  return new FootnoteError(message, {
    status,
    code: reason,
    requestId: null,
    retryable: status === 429,
  })
}
