import type { Embedder } from '../../models/embedding/embedder.ts'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import type { CitablePassage } from '../citations/citable-passage.ts'
import { toQuotedPassages } from '../citations/citable-passage.ts'
import { quotablePassages } from './passage-sentences.ts'
import { compareSentences } from './sentence-similarities.ts'
import { writeExtractiveAnswer } from './write-extractive-answer.ts'

export type QuotedPassages = {
  /** The answer, to stream. [] declines. */
  pieces: readonly string[]
  citable: CitablePassage[]
}

/** The answer without a language model, with citations of exactly what it quotes. */
export async function quotePassages(
  embedder: Embedder,
  question: string,
  passages: readonly RankedPassage[],
  bounds: { signal: AbortSignal; timeoutMs?: number },
): Promise<QuotedPassages> {
  const quotable = quotablePassages(passages)
  const similarities = await compareSentences(embedder, question, quotable, bounds)
  const { pieces, quotes } = writeExtractiveAnswer(question, quotable, similarities)
  return { pieces, citable: toQuotedPassages(quotes) }
}
