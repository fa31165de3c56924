import type { ErrorBody, RefusalCode } from '../wire/public.ts'

/** Failures that no service reports: no connection, no response in time, or one that makes no sense. */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT' | 'UNEXPECTED_RESPONSE'

export type ErrorDetail = NonNullable<ErrorBody['details']>[number]

type FootnoteErrorFields = {
  status: number | null
  code: string
  requestId: string | null
  retryable: boolean
  retryAfterSeconds?: number | null
  details?: readonly ErrorDetail[]
}

/** Every failure of a call. `message` is the sentence the service wrote for the reader. */
export class FootnoteError extends Error {
  /** null when there was no response. */
  readonly status: number | null
  /** A service newer than this client may send a code that is not listed here. */
  readonly code: RefusalCode | ClientErrorCode | (string & Record<never, never>)
  /** Quote it when you report a problem. */
  readonly requestId: string | null
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** How long the service asked to wait, when it did. */
  readonly retryAfterSeconds: number | null
  /** Which field was wrong; empty unless `code` is BAD_REQUEST. */
  readonly details: readonly ErrorDetail[]

  constructor(message: string, fields: FootnoteErrorFields, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FootnoteError'
    this.status = fields.status
    this.code = fields.code
    this.requestId = fields.requestId
    this.retryable = fields.retryable
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
    this.details = fields.details ?? []
  }
}
