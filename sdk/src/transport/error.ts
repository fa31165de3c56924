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
  address?: string | null
}

/** Every failure of a call. `message` is a sentence for the reader, and never has an address in it. */
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
  /** For your log: which address gave no answer, or none of Footnote's. Otherwise null. */
  readonly address: string | null

  constructor(message: string, fields: FootnoteErrorFields, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FootnoteError'
    this.status = fields.status
    this.code = fields.code
    this.requestId = fields.requestId
    this.retryable = fields.retryable
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
    this.details = fields.details ?? []
    this.address = fields.address ?? null
  }
}
