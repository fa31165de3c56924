import type { StreamFailureCode } from '@footnote/contract/public/stream-failures'

export type ModelFailureDetail = {
  /** provider/model. */
  readonly model?: string | undefined
  readonly statusCode?: number | undefined
  /** How long the provider asks us to wait. */
  readonly retryAfterMs?: number | undefined
  /** Names of what went wrong: the provider's codes, the network's, or our own. Never a sentence. */
  readonly reasons?: readonly string[] | undefined
}

/**
 * A language model did not write an answer. Carries neither the prompt nor the provider's own
 * sentences, which often quote it, so it may be logged.
 */
export class ModelFailure extends Error {
  readonly code: StreamFailureCode
  readonly model: string | undefined
  readonly statusCode: number | undefined
  readonly retryAfterMs: number | undefined
  readonly reasons: readonly string[]

  constructor(code: StreamFailureCode, detail: ModelFailureDetail = {}) {
    const { model, statusCode, retryAfterMs, reasons = [] } = detail
    const status = statusCode === undefined ? [] : [`status ${statusCode}`]
    const about = [...status, ...reasons].join(', ')
    super(`The language model failed: ${code}${about === '' ? '' : ` (${about})`}`)
    this.name = 'ModelFailure'
    this.code = code
    this.model = model
    this.statusCode = statusCode
    this.retryAfterMs = retryAfterMs
    this.reasons = reasons
  }
}
