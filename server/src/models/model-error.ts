/** A model did not give a usable reply. */
export class ModelError extends Error {
  /** Worth retrying later, unchanged. */
  readonly retryable: boolean
  readonly statusCode: number | undefined

  constructor(message: string, detail: { retryable: boolean; statusCode?: number | undefined }) {
    super(message)
    this.name = 'ModelError'
    this.retryable = detail.retryable
    this.statusCode = detail.statusCode
  }
}
