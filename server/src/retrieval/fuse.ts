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

/** How much a passage gains from what the best other passages of its page have above WELL_FITTING. */
const PAGE_SUPPORT = 0.1
const SUPPORTING_PASSAGES = 3
/** Half of the highest sum. Below it every long page would have passages to show. */
const WELL_FITTING = 1

/**
 * The order of one query's candidates: each search's scores stretched over 0 to 1, and added; then
 * what else was found on the same page, for a page with several fitting passages is about the
 * subject. docs/decisions/0007-fusion.md has what was measured.
 */
export function fuse(candidates: readonly (Scores & { documentId: string })[]): number[] {
  const vector = stretch(candidates.map(({ vectorScore }) => vectorScore))
  const text = stretch(candidates.map(({ textScore }) => textScore))
  const sums = candidates.map((_, index) => (vector[index] ?? 0) + (text[index] ?? 0))
  const pages = Map.groupBy(sums.keys(), (index) => candidates[index]?.documentId)
  for (const indexes of pages.values()) indexes.sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0))
  return sums.map((sum, index) => {
    const others = (pages.get(candidates[index]?.documentId) ?? []).filter((it) => it !== index)
    const support = others
      .slice(0, SUPPORTING_PASSAGES)
      .reduce((total, other) => total + Math.max(0, (sums[other] ?? 0) - WELL_FITTING), 0)
    return sum + PAGE_SUPPORT * support
  })
}

/** All alike say nothing about the order. */
function stretch(scores: readonly number[]): number[] {
  const least = Math.min(...scores)
  const range = Math.max(...scores) - least
  return scores.map((score) => (range === 0 ? 0 : (score - least) / range))
}
