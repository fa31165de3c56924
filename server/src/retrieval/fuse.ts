/** The usual constant: it keeps the first few ranks of one search from deciding alone. */
const K = 60

/** Reciprocal rank fusion: adds up 1 / (K + rank) over the searches that found a passage. */
export const reciprocalRankScore = (...ranks: readonly (number | null)[]): number =>
  ranks.reduce<number>((sum, rank) => (rank === null ? sum : sum + 1 / (K + rank)), 0)

/**
 * The order of results: the mean of both scores, each 0 to 1 and comparable across queries. It ranks
 * better than reciprocal ranks on every set measured, as well as min-max normalised sums, and unlike
 * those it says how good the best passage is: see docs/decisions/0007-fusion.md.
 */
export const relevanceOf = (scores: { vectorScore: number; textScore: number }): number =>
  (scores.vectorScore + scores.textScore) / 2
