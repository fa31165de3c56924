import type { RerankingModelV4 } from '@ai-sdk/provider'
import { ModelError } from '../model-error.ts'
import { type Reranker, requireFewTexts } from './reranker.ts'
import { retryRequest } from '../retry-request.ts'

/** Asked to wait longer, the call fails at once: readers prefer the existing order to a wait. */
const RETRIES = { what: 'Reranking', maxAttempts: 2, maxWaitMs: 300 }

export type ProviderRerankerOptions = {
  readonly attemptTimeoutMs?: number | undefined
  readonly retryDelayMs?: number | undefined
}

type Ranking = readonly { readonly index: number; readonly relevanceScore: number }[]

/** Reranks through any reranking model of the AI SDK. */
export function createProviderReranker(
  model: RerankingModelV4,
  { attemptTimeoutMs = 2_000, retryDelayMs = 50 }: ProviderRerankerOptions = {},
): Reranker {
  return {
    model: model.modelId,
    async rerank(query, texts, signal) {
      requireFewTexts(texts)
      if (texts.length === 0) return []
      // Providers refuse an empty string, and one blank passage would fail all of them.
      const values = texts.map((text) => text || ' ')
      const { ranking } = await retryRequest(
        (abortSignal) =>
          model.doRerank({ query, documents: { type: 'text', values }, abortSignal }),
        { ...RETRIES, attemptTimeoutMs, retryDelayMs, signal },
      )
      return scoresInOrder(ranking, texts.length)
    },
    close: async () => {},
  }
}

/** Providers send the best first; `index` says which text each score belongs to. */
function scoresInOrder(ranking: Ranking, count: number): number[] {
  const byIndex = new Map(ranking.map(({ index, relevanceScore }) => [index, relevanceScore]))
  if (ranking.length !== count || byIndex.size !== count) {
    throw unusable(`${ranking.length} scores for ${byIndex.size} of ${count} texts`)
  }
  return Array.from({ length: count }, (_, index) => {
    const score = byIndex.get(index)
    if (score === undefined || !Number.isFinite(score)) throw unusable(`none for text ${index}`)
    return score
  })
}

const unusable = (what: string) =>
  new ModelError(`The reranker's scores are not usable: ${what}.`, { retryable: false })
