import type { Candidate } from '../../../server/src/retrieval/candidates.ts'

/** A candidate; `documentId` is the set's own. */
export type Features = Candidate

/** Higher is better; null: not in this ranking. */
export type PassageScore<Known extends Features = Features> = (
  candidate: Known,
  all: readonly Known[],
) => number | null

/** Documents by their best passage. Ties go by document id, so that a run repeats. */
export function rankDocuments<Known extends Features>(
  candidates: readonly Known[],
  score: PassageScore<Known>,
): string[] {
  const best = new Map<string, number>()
  for (const candidate of candidates) {
    const value = score(candidate, candidates)
    if (value === null) continue
    best.set(candidate.documentId, Math.max(value, best.get(candidate.documentId) ?? -Infinity))
  }
  return [...best]
    .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
    .map(([documentId]) => documentId)
}

/** The first place of each document in a ranking of passages. */
export const firstOfEach = (documentIds: readonly string[]): string[] => [...new Set(documentIds)]

export const byText: PassageScore = ({ textRank }) => (textRank === null ? null : -textRank)

export const byVector: PassageScore = ({ vectorRank }) => (vectorRank === null ? null : -vectorRank)

/** Each score stretched to 0..1 over the candidates, then added with weights that sum to 1. */
export function byMinMax(vectorShare: number): PassageScore {
  const bounds = new WeakMap<readonly Features[], { vector: Bounds; text: Bounds }>()
  return (candidate, all) => {
    let known = bounds.get(all)
    if (!known) {
      known = {
        vector: computeBounds(all.map(({ vectorScore }) => vectorScore)),
        text: computeBounds(all.map(({ textScore }) => textScore)),
      }
      bounds.set(all, known)
    }
    return (
      vectorShare * stretch(candidate.vectorScore, known.vector) +
      (1 - vectorShare) * stretch(candidate.textScore, known.text)
    )
  }
}

type Bounds = { low: number; high: number }

const computeBounds = (values: readonly number[]): Bounds => ({
  low: Math.min(...values),
  high: Math.max(...values),
})

const stretch = (value: number, { low, high }: Bounds): number =>
  high === low ? 0 : (value - low) / (high - low)
