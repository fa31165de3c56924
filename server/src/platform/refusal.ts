import type { RefusalCode } from '@footnote/contract/errors'
import { REFUSALS } from '@footnote/contract/errors'

export type RefusalDetail = { path: string; message: string }

export type RefusalOptions = ErrorOptions & {
  /** What was wrong with which field; only for BAD_REQUEST. */
  details?: readonly RefusalDetail[]
  retryAfterSeconds?: number
}

/** A request turned away before any answer starts. The error handler renders it as JSON. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: readonly RefusalDetail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(REFUSALS[code].message, options)
    this.name = 'Refusal'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
