/** The usual constant: it keeps the first few ranks of one search from deciding alone. */
const K = 60

/** Reciprocal rank fusion: adds up 1 / (K + rank) over the searches that found a passage. */
export const reciprocalRankScore = (...ranks: readonly (number | null)[]): number =>
  ranks.reduce<number>((sum, rank) => (rank === null ? sum : sum + 1 / (K + rank)), 0)
