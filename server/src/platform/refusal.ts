import type { RefusalCode } from '@footnote/contract/errors'
import { REFUSALS } from '@footnote/contract/errors'
import type { RefusalDetail } from './explain-details.ts'
import { explainDetails } from './explain-details.ts'

export type RefusalOptions = ErrorOptions & {
  /** What was wrong with which field; only for BAD_REQUEST. */
  details?: readonly RefusalDetail[]
  retryAfterSeconds?: number
  /** Only for MOVED: where the request would be served. */
  cell?: string
  /** Replaces the code's own sentence where there is a better one. */
  message?: string
}

/** A request rejected before any answer starts. The error handler renders it as JSON. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: readonly RefusalDetail[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly cell: string | undefined

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(
      options.message ?? explainDetails(options.details ?? []) ?? REFUSALS[code].message,
      options,
    )
    this.name = 'Refusal'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.cell = options.cell
  }
}
