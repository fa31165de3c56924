/** The usual constant: it keeps the first few ranks of one search from deciding alone. */
const K = 60

/** Reciprocal rank fusion: adds up 1 / (K + rank) over the searches that found a passage. */
export const reciprocalRankScore = (...ranks: readonly (number | null)[]): number =>
  ranks.reduce<number>((sum, rank) => (rank === null ? sum : sum + 1 / (K + rank)), 0)

type Scores = { vectorScore: number; textScore: number }

/**
 * How relevant a passage is, 0 to 1 and comparable across queries: the mean of both scores. It decides
 * what is returned at all; the order among those is `fuse`'s.
 */
export const relevanceOf = ({ vectorScore, textScore }: Scores): number =>
  (vectorScore + textScore) / 2

/**
 * The order of one query's candidates: each search's scores stretched over 0 to 1, and added. It ranks
 * better than reciprocal ranks on every set measured: see docs/decisions/0007-fusion.md.
 */
export function fuse(candidates: readonly Scores[]): number[] {
  const vector = stretch(candidates.map(({ vectorScore }) => vectorScore))
  const text = stretch(candidates.map(({ textScore }) => textScore))
  return candidates.map((_, index) => (vector[index] ?? 0) + (text[index] ?? 0))
}

/** All alike say nothing about the order. */
function stretch(scores: readonly number[]): number[] {
  const least = Math.min(...scores)
  const range = Math.max(...scores) - least
  return scores.map((score) => (range === 0 ? 0 : (score - least) / range))
}
