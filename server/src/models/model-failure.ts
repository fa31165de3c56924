import type { StreamFailureCode } from '@footnote/contract/stream-failures'

export type ModelFailureDetail = {
  readonly statusCode?: number | undefined
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs?: number | undefined
}

/**
 * A language model did not write an answer. Carries neither the prompt nor the provider's own words,
 * which often quote it, so it may be logged.
 */
export class ModelFailure extends Error {
  readonly code: StreamFailureCode
  readonly statusCode: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: StreamFailureCode, detail: ModelFailureDetail = {}) {
    const status = detail.statusCode === undefined ? '' : ` (status ${detail.statusCode})`
    super(`The language model failed: ${code}${status}`)
    this.name = 'ModelFailure'
    this.code = code
    this.statusCode = detail.statusCode
    this.retryAfterMs = detail.retryAfterMs
  }
}
