/** A model server did not give usable vectors. */
export class EmbeddingError extends Error {
  /** Worth another try later, unchanged. */
  readonly retryable: boolean
  readonly statusCode: number | undefined

  constructor(message: string, detail: { retryable: boolean; statusCode?: number | undefined }) {
    super(message)
    this.name = 'EmbeddingError'
    this.retryable = detail.retryable
    this.statusCode = detail.statusCode
  }
}
