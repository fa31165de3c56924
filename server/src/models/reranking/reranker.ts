import { ModelError } from '../model-error.ts'

export type Reranker = {
  readonly model: string
  /** A score for each text, in order; higher is more relevant. At most 100 texts. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>
  close(): Promise<void>
}

/** A reader waits, and the cost grows with every text. */
export const MAX_RERANK_TEXTS = 100

export function requireFewTexts(texts: readonly string[]): void {
  if (texts.length <= MAX_RERANK_TEXTS) return
  throw new ModelError(
    `Asked to rerank ${texts.length} texts; the most is ${MAX_RERANK_TEXTS} at once.`,
    { retryable: false },
  )
}

/** Too many calls are waiting: this one would not be served in time. */
export class RerankerBusyError extends ModelError {
  constructor() {
    super('The reranker has more calls waiting than it can serve in time.', { retryable: true })
    this.name = 'RerankerBusyError'
  }
}
