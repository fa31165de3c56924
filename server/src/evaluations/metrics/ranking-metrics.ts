/** Document id to grade. Left out, or 0: not relevant. */
export type Relevance = ReadonlyMap<string, number>

/**
 * nDCG as trec_eval's `ndcg_cut`, which BEIR reports: a gain is the grade itself, divided by
 * log2(rank + 1), and the ideal order is that of all judged documents, found or not.
 */
export function ndcg(ranking: readonly string[], relevance: Relevance, cut: number): number {
  const gains = ranking.slice(0, cut).map((id) => relevance.get(id) ?? 0)
  const ideal = [...relevance.values()].sort((a, b) => b - a).slice(0, cut)
  const best = discountedGain(ideal)
  return best === 0 ? 0 : discountedGain(gains) / best
}

const discountedGain = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)

/** The share of relevant documents among the first `cut`. */
export function recall(ranking: readonly string[], relevance: Relevance, cut: number): number {
  const relevant = new Set([...relevance].filter(([, grade]) => grade > 0).map(([id]) => id))
  if (relevant.size === 0) return 0
  return ranking.slice(0, cut).filter((id) => relevant.has(id)).length / relevant.size
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** The smallest value that at least `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const ascending = [...values].sort((a, b) => a - b)
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN
}
