import type { Candidate } from './candidates.ts'
import type { Nearness } from './reader-page.ts'

/**
 * The relevance threshold: a passage below it has nothing to do with the query.
 * docs/decisions/0007-fusion.md has what it costs on judged questions.
 */
export const MIN_RELEVANCE = 0.15

/** The usual constant: it keeps the top ranks of one retriever from deciding alone. */
const K = 60

/** What a passage gains per point that its document's best other passages have above WELL_FITTING. */
const DOCUMENT_BOOST = 0.1
const BOOSTING_PASSAGES = 3
/** Half of the highest possible sum. Lower, and every long document would be boosted. */
const WELL_FITTING = 1

/**
 * What a passage gains for being on the page that a reader is on, or in its section. The sum of both
 * retrievers goes to 2. Measured in docs/decisions/0105-reader-page.md.
 */
export const PAGE_PRIORS: Readonly<Record<Nearness, number>> = { page: 0.3, section: 0.1 }

const NOWHERE: ReadonlyMap<string, Nearness> = new Map()

type Scores = Pick<Candidate, 'vectorScore' | 'textScore'>

export type FusedCandidate = Candidate & {
  /** 0 to 1, comparable across queries. */
  relevance: number
  rrfScore: number
  /** What its page added to the score, for where the reader is. */
  pagePrior: number
}

/**
 * The third step of a search: puts candidates in order, best first, by min-max score fusion. Each
 * retriever's scores are scaled to 0 to 1 and added. Then the document boost: a document with several
 * fitting passages is about the subject. docs/decisions/0007-fusion.md has the measurements. At last the
 * prior of the page that the reader is on: it changes the order, never what is relevant at all.
 */
export function fuse(
  candidates: readonly Candidate[],
  near: ReadonlyMap<string, Nearness> = NOWHERE,
): FusedCandidate[] {
  const scores = fusedScores(candidates)
  return candidates
    .map((candidate, index) => {
      const nearness = near.get(candidate.documentId)
      const fused = toFused(candidate, nearness ? PAGE_PRIORS[nearness] : 0)
      return { score: (scores[index] ?? 0) + fused.pagePrior, fused }
    })
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        b.fused.relevance - a.fused.relevance ||
        (a.fused.passageId < b.fused.passageId ? -1 : 1),
    )
    .map(({ fused }) => fused)
}

const toFused = (candidate: Candidate, pagePrior = 0): FusedCandidate => ({
  ...candidate,
  relevance: computeRelevance(candidate),
  rrfScore: reciprocalRankScore(candidate.vectorRank, candidate.textRank),
  pagePrior,
})

/**
 * What a search returns, best first: what is pinned, whatever its scores, and then what is relevant. The order
 * of `fused` is what answerability is judged by, and pins leave it alone.
 */
export function chooseBest(
  fused: readonly FusedCandidate[],
  pinned: readonly Candidate[],
  limit: number,
): FusedCandidate[] {
  const found = new Map(fused.map((candidate) => [candidate.passageId, candidate]))
  const first = pinned.map((pin) => found.get(pin.passageId) ?? toFused(pin))
  const firstIds = new Set(first.map(({ passageId }) => passageId))
  const others = fused.filter((each) => isRelevant(each) && !firstIds.has(each.passageId))
  return [...first, ...others].slice(0, limit)
}

/**
 * How relevant a passage is, 0 to 1 and comparable across queries: the mean of both scores. It decides
 * what is returned at all; the fusion decides the order.
 */
export const computeRelevance = ({ vectorScore, textScore }: Scores): number =>
  (vectorScore + textScore) / 2

export const isRelevant = ({ relevance }: { relevance: number }): boolean =>
  relevance >= MIN_RELEVANCE

/** Reciprocal rank fusion: the sum of 1 / (K + rank) over the retrievers that found a passage. */
export const reciprocalRankScore = (...ranks: readonly (number | null)[]): number =>
  ranks.reduce<number>((sum, rank) => (rank === null ? sum : sum + 1 / (K + rank)), 0)

/** The score that orders each candidate. */
export function fusedScores(candidates: readonly (Scores & { documentId: string })[]): number[] {
  const scaleVector = minMaxScaler(candidates.map(({ vectorScore }) => vectorScore))
  const scaleText = minMaxScaler(candidates.map(({ textScore }) => textScore))
  const sums = candidates.map(
    ({ vectorScore, textScore }) => scaleVector(vectorScore) + scaleText(textScore),
  )
  const fused = [...sums]
  const documents = Map.groupBy(candidates.keys(), (index) => candidates[index]?.documentId)
  for (const indexes of documents.values()) {
    const best = indexes.toSorted((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0))
    const excess = best.map((index) => Math.max(0, (sums[index] ?? 0) - WELL_FITTING))
    for (const [place, index] of best.entries()) {
      // A passage does not boost itself: one of the best few counts the next in its place.
      const others = excess.toSpliced(place, 1).slice(0, BOOSTING_PASSAGES)
      const boost = others.reduce((total, each) => total + each, 0)
      fused[index] = (sums[index] ?? 0) + DOCUMENT_BOOST * boost
    }
  }
  return fused
}

/** Equal scores say nothing about the order. */
function minMaxScaler(scores: readonly number[]): (score: number) => number {
  const least = Math.min(...scores)
  const range = Math.max(...scores) - least
  return (score) => (range === 0 ? 0 : (score - least) / range)
}
