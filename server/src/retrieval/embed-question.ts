import type { SearchContext } from '../knowledge/search-context.ts'
import type { Embedders } from '../models/embedding/embedders.ts'
import { toHalfvecBinary } from '../text/vector-text.ts'
import { analyseQuestion } from './rules/analyse-question.ts'
import type { ExpandedQuery } from './rules/synonyms.ts'

/** A question as both retrievers need it. */
export type EmbeddedQuestion = {
  queries: readonly ExpandedQuery[]
  /** In pgvector's binary form, or as text. */
  vector: Buffer | string
  /** The model's baseline, see models/embedding/similarity-baseline.ts. */
  similarityBaseline: number
}

/** The first step of a search. */
export async function embedQuestion(
  embedders: Embedders,
  context: SearchContext,
  text: string,
  signal: AbortSignal,
): Promise<EmbeddedQuestion> {
  const embedder = embedders.named(context.space.model)
  const vector = toHalfvecBinary(await embedder.embedQuery(text, signal))
  const similarityBaseline = await embedder.similarityBaseline()
  return { queries: analyseQuestion(context, text), vector, similarityBaseline }
}
