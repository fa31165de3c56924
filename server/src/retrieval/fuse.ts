import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** The usual constant: it keeps the top ranks of one retriever from deciding alone. */
const K = 60

/** Reciprocal rank fusion: the sum of 1 / (K + rank) over the retrievers that found a passage. */
export const reciprocalRankScore = (...ranks: readonly (number | null)[]): number =>
  ranks.reduce<number>((sum, rank) => (rank === null ? sum : sum + 1 / (K + rank)), 0)

type Scores = { vectorScore: number; textScore: number }

/**
 * How relevant a passage is, 0 to 1 and comparable across queries: the mean of both scores. It decides
 * what is returned at all; `fusedTables` decides the order.
 */
export const relevanceOf = ({ vectorScore, textScore }: Scores): number =>
  (vectorScore + textScore) / 2

/** What a passage gains per point that its document's best other passages have above WELL_FITTING. */
const DOCUMENT_BOOST = 0.1
const BOOSTING_PASSAGES = 3
/** Half of the highest possible sum. Lower, and every long document would be boosted. */
const WELL_FITTING = 1

/**
 * Orders the rows of `candidates` (id, document_id, vector_score, text_score, …) by min-max score fusion,
 * as common table expressions; the last, `fused`, has their `fused_score`. Each retriever's scores are
 * scaled to 0 to 1 and added. Then the document boost: a document with several fitting passages is about
 * the subject. docs/decisions/0007-fusion.md has the measurements.
 */
export const fusedTables = (): RawBuilder<unknown> => sql`
  summed as (
    select *, ${minMaxScaled('vector_score')} + ${minMaxScaled('text_score')} as score_sum
    from candidates
    window everything as ()
  ), placed as (
    select *, greatest(0, score_sum - ${sql.lit(WELL_FITTING)}) as excess,
           row_number() over (partition by document_id order by score_sum desc) as place
    from summed
  ), fused as (
    -- A passage does not boost itself: one of the best few counts the next in its place.
    select *, score_sum + ${sql.lit(DOCUMENT_BOOST)} * case
             when place <= ${sql.lit(BOOSTING_PASSAGES)}
             then sum(excess) filter (where place <= ${sql.lit(BOOSTING_PASSAGES + 1)}) over page - excess
             else sum(excess) filter (where place <= ${sql.lit(BOOSTING_PASSAGES)}) over page
           end as fused_score
    from placed
    window page as (partition by document_id)
  )`

/** Equal scores say nothing about the order. */
const minMaxScaled = (column: string): RawBuilder<unknown> => {
  const score = sql.ref(column)
  return sql`coalesce((${score} - min(${score}) over everything)
    / nullif(max(${score}) over everything - min(${score}) over everything, 0), 0)`
}

/** The `fused_score` of each, as `fusedTables` has it, for candidates that are in memory. */
export function fusedScores(candidates: readonly (Scores & { documentId: string })[]): number[] {
  const scaleVector = scalerOf(candidates.map(({ vectorScore }) => vectorScore))
  const scaleText = scalerOf(candidates.map(({ textScore }) => textScore))
  const sums = candidates.map(
    ({ vectorScore, textScore }) => scaleVector(vectorScore) + scaleText(textScore),
  )
  const excess = sums.map((sum) => Math.max(0, sum - WELL_FITTING))
  const fused = [...sums]
  const pages = Map.groupBy(candidates.keys(), (index) => candidates[index]?.documentId)
  for (const indexes of pages.values()) {
    const placed = indexes.toSorted((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0))
    const excessOfFirst = (count: number) =>
      placed.slice(0, count).reduce((total, index) => total + (excess[index] ?? 0), 0)
    const few = excessOfFirst(BOOSTING_PASSAGES)
    const oneMore = excessOfFirst(BOOSTING_PASSAGES + 1)
    for (const [place, index] of placed.entries()) {
      const others = place < BOOSTING_PASSAGES ? oneMore - (excess[index] ?? 0) : few
      fused[index] = (sums[index] ?? 0) + DOCUMENT_BOOST * others
    }
  }
  return fused
}

/** Equal scores say nothing about the order. */
function scalerOf(scores: readonly number[]): (score: number) => number {
  const least = Math.min(...scores)
  const range = Math.max(...scores) - least
  return (score) => (range === 0 ? 0 : (score - least) / range)
}
