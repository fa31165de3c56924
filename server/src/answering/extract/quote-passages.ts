import type { RankedPassage } from '../../retrieval/retrieve.ts'
import type { CitablePassage } from '../citations/citable-passage.ts'
import { toQuotedPassages } from '../citations/citable-passage.ts'
import { quotablePassages } from './passage-sentences.ts'
import { writeExtractiveAnswer } from './write-extractive-answer.ts'

export type QuotedPassages = {
  /** The answer, to stream. [] declines. */
  pieces: readonly string[]
  citable: CitablePassage[]
}

/** The answer without a language model, with citations of exactly what it quotes. */
export function quotePassages(
  question: string,
  passages: readonly RankedPassage[],
): QuotedPassages {
  const { pieces, quotes } = writeExtractiveAnswer(question, quotablePassages(passages))
  return { pieces, citable: toQuotedPassages(quotes) }
}
