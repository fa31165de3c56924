import { failureFields } from '../models/failure-fields.ts'
import { type Reranker, RerankerBusyError } from '../models/reranking/reranker.ts'
import type { Metrics } from '../platform/metrics.ts'
import { traced } from '../platform/tracing/span.ts'
import { withinSignal } from '../platform/within-signal.ts'
import type { Passage } from './load-passages.ts'

/** Beyond this a reader notices the wait more than the better order. */
const RERANK_TIMEOUT_MS = 800
const RERANK_PASSAGES = 30

export type RerankFallback = 'busy' | 'timeout' | 'error'

export type Reranking = {
  readonly reranker: Reranker | null
  readonly timeoutMs?: number
  /** How many of the best passages are reranked. */
  readonly maxPassages?: number
  readonly log?: { warn(fields: object, message: string): void }
}

export type RerankDeps = Reranking & {
  /** Whose search it is, for the log. */
  readonly about?: { readonly knowledge_base_id: string; readonly request_id: string | undefined }
  readonly metrics: Pick<Metrics, 'retrievalSeconds'> & {
    readonly rerankFallbacks: { inc(labels: { reason: RerankFallback }): void }
  }
}

/** How many passages to load for the reranker to choose from. */
export const passagesToLoad = (reranking: Reranking | undefined, limit: number): number =>
  reranking?.reranker ? Math.max(limit, reranking.maxPassages ?? RERANK_PASSAGES) : limit

type Rerankable = Pick<Passage, 'content' | 'headingPath'> & {
  readonly document: Pick<Passage['document'], 'title'>
}

/**
 * Scores for the first passages, in their order; null when there is no reranker or it failed, so that
 * the search keeps its order. Throws only after a client disconnect.
 */
export async function rerankPassages(
  deps: RerankDeps,
  query: string,
  passages: readonly Rerankable[],
  signal: AbortSignal,
): Promise<number[] | null> {
  const { reranker, metrics, timeoutMs = RERANK_TIMEOUT_MS, maxPassages = RERANK_PASSAGES } = deps
  // A single passage has no order to improve.
  if (!reranker || passages.length < 2) return null
  const timeout = AbortSignal.timeout(timeoutMs)
  const texts = passages.slice(0, maxPassages).map(rerankedText)
  const endRerank = metrics.retrievalSeconds.startTimer({ step: 'rerank' })
  try {
    return await traced('rerank', () =>
      withinSignal(AbortSignal.any([signal, timeout]), (bounded) =>
        reranker.rerank(query, texts, bounded),
      ),
    )
  } catch (error) {
    signal.throwIfAborted()
    const reason = findReason(error, timeout)
    metrics.rerankFallbacks.inc({ reason })
    const fields = { ...failureFields(error), ...deps.about, reason, model: reranker.model }
    deps.log?.warn(fields, 'reranking failed, so the passages keep their order')
    return null
  } finally {
    endRerank()
  }
}

/** The same text that was indexed. */
const rerankedText = ({ content, headingPath, document }: Rerankable): string =>
  [document.title, ...headingPath, content].join('\n')

function findReason(error: unknown, timeout: AbortSignal): RerankFallback {
  if (timeout.aborted) return 'timeout'
  return error instanceof RerankerBusyError ? 'busy' : 'error'
}

/** Best score first; equal scores, and passages beyond the reranked ones, keep their order. */
export function orderByRerank<Ranked extends { rerankScore: number }>(
  passages: readonly Ranked[],
  scores: readonly number[] | null,
): Ranked[] {
  if (!scores) return [...passages]
  const reranked = passages
    .slice(0, scores.length)
    .map((passage, index) => ({ ...passage, rerankScore: scores[index] ?? 0 }))
    .sort((a, b) => b.rerankScore - a.rerankScore)
  return [...reranked, ...passages.slice(scores.length)]
}
