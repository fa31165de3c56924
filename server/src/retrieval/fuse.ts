/** The usual constant: it keeps the top ranks of one retriever from deciding alone. */
const K = 60

/** Reciprocal rank fusion: the sum of 1 / (K + rank) over the retrievers that found a passage. */
export const reciprocalRankScore = (...ranks: readonly (number | null)[]): number =>
  ranks.reduce<number>((sum, rank) => (rank === null ? sum : sum + 1 / (K + rank)), 0)

type Scores = { vectorScore: number; textScore: number }

/**
 * How relevant a passage is, 0 to 1 and comparable across queries: the mean of both scores. It decides
 * what is returned at all; `fuse` decides the order.
 */
export const relevanceOf = ({ vectorScore, textScore }: Scores): number =>
  (vectorScore + textScore) / 2

/** What a passage gains per point that its document's best other passages have above WELL_FITTING. */
const DOCUMENT_BOOST = 0.1
const BOOSTING_PASSAGES = 3
/** Half of the highest possible sum. Lower, and every long document would be boosted. */
const WELL_FITTING = 1

/**
 * Orders one query's candidates by min-max score fusion: each retriever's scores are scaled to 0 to 1
 * and added. Then the document boost: a document with several fitting passages is about the subject.
 * docs/decisions/0007-fusion.md has the measurements.
 */
export function fuse(candidates: readonly (Scores & { documentId: string })[]): number[] {
  const vector = minMaxScale(candidates.map(({ vectorScore }) => vectorScore))
  const text = minMaxScale(candidates.map(({ textScore }) => textScore))
  const sums = candidates.map((_, index) => (vector[index] ?? 0) + (text[index] ?? 0))
  const documents = Map.groupBy(sums.keys(), (index) => candidates[index]?.documentId)
  for (const indexes of documents.values()) indexes.sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0))
  return sums.map((sum, index) => {
    const others = (documents.get(candidates[index]?.documentId) ?? []).filter((it) => it !== index)
    const boost = others
      .slice(0, BOOSTING_PASSAGES)
      .reduce((total, other) => total + Math.max(0, (sums[other] ?? 0) - WELL_FITTING), 0)
    return sum + DOCUMENT_BOOST * boost
  })
}

/** Equal scores say nothing about the order. */
function minMaxScale(scores: readonly number[]): number[] {
  const min = Math.min(...scores)
  const range = Math.max(...scores) - min
  return scores.map((score) => (range === 0 ? 0 : (score - min) / range))
}
