import { ModelError } from '../models/model-error.ts'
import { type Reranker, RerankerBusyError } from '../models/reranker.ts'
import { errorFields } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Passage } from './load-passages.ts'

/** More than this and a reader notices the wait more than the better order. */
const RERANK_TIMEOUT_MS = 800
const RERANK_PASSAGES = 30

export type RerankFallback = 'busy' | 'timeout' | 'error'

export type Reranking = {
  readonly reranker: Reranker | null
  readonly timeoutMs?: number
  /** How many of the best passages are reranked. */
  readonly mostPassages?: number
  readonly log?: { warn(fields: object, message: string): void }
}

export type RerankDeps = Reranking & {
  readonly metrics: Pick<Metrics, 'retrievalSeconds'> & {
    readonly rerankFallbacks: { inc(labels: { reason: RerankFallback }): void }
  }
}

/** How many passages to load so that reranking has its choice. */
export const passagesToLoad = (reranking: Reranking | undefined, limit: number): number =>
  reranking?.reranker ? Math.max(limit, reranking.mostPassages ?? RERANK_PASSAGES) : limit

type Rerankable = Pick<Passage, 'content' | 'headingPath'> & {
  readonly document: Pick<Passage['document'], 'title'>
}

/**
 * Scores for the first passages, in their order; null when there is no reranker or when it failed,
 * so that the search goes on with the order it has. Throws only when the reader has left.
 */
export async function rerankPassages(
  deps: RerankDeps,
  query: string,
  passages: readonly Rerankable[],
  signal: AbortSignal,
): Promise<number[] | null> {
  const { reranker, metrics, timeoutMs = RERANK_TIMEOUT_MS, mostPassages = RERANK_PASSAGES } = deps
  // One passage has no order to better.
  if (!reranker || passages.length < 2) return null
  const timeout = AbortSignal.timeout(timeoutMs)
  const texts = passages.slice(0, mostPassages).map(rerankedText)
  const endRerank = metrics.retrievalSeconds.startTimer({ step: 'rerank' })
  try {
    return await withinSignal(AbortSignal.any([signal, timeout]), (bounded) =>
      reranker.rerank(query, texts, bounded),
    )
  } catch (error) {
    signal.throwIfAborted()
    const reason = reasonOf(error, timeout)
    metrics.rerankFallbacks.inc({ reason })
    const status = error instanceof ModelError ? error.statusCode : undefined
    const fields = { ...errorFields(error), reason, model: reranker.model, status }
    deps.log?.warn(fields, 'reranking failed, so the passages keep their order')
    return null
  } finally {
    endRerank()
  }
}

/** The same text as was indexed. */
const rerankedText = ({ content, headingPath, document }: Rerankable): string =>
  [document.title, ...headingPath, content].join('\n')

function reasonOf(error: unknown, timeout: AbortSignal): RerankFallback {
  if (timeout.aborted) return 'timeout'
  return error instanceof RerankerBusyError ? 'busy' : 'error'
}

/** Rejects with the signal's reason at once, also when the task takes no notice of the signal. */
async function withinSignal<Result>(
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([task(signal), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
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
