import { computeRelevance } from '../fuse.ts'
import type { Evidence } from './evidence.ts'
import { computeShare } from './evidence.ts'

/** What the model weighs. Each lies in 0 to 1, or little beyond, whatever the size of the documents. */
export type Features = Readonly<{
  /** The best vector score. */
  meaning: number
  /** The best text score, and its lead over the best of another page. */
  words: number
  wordsLead: number
  /** The best relevance plus its lead: a page that answers stands out from those on its subject. */
  standsOut: number
  /** By rarity, the share of the question's terms that the best of the compared passages has. */
  containedTerms: number
  /** null: not known, and not weighed. */
  offTopicLikeness: number | null
}>
export type FeatureName = keyof Features

type Scored = { documentId: string; score: number }

export function computeFeatures(evidence: Evidence): Features {
  const { candidates, idf, compared, offTopicLikeness } = evidence
  const words = bestAndLead(
    candidates.map(({ documentId, textScore }) => ({ documentId, score: textScore })),
  )
  const relevance = bestAndLead(
    candidates.map(({ documentId, vectorScore, textScore }) => {
      return { documentId, score: computeRelevance({ vectorScore, textScore }) }
    }),
  )
  const containedTerms = Math.max(
    0,
    ...compared.map(({ contained }) => computeShare(idf, contained)),
  )
  return {
    meaning: Math.max(0, ...candidates.map(({ vectorScore }) => vectorScore)),
    words: words.best,
    wordsLead: words.lead,
    standsOut: relevance.best + relevance.lead,
    containedTerms,
    offTopicLikeness,
  }
}

/** Without another page there is nothing to stand out from, which is neither for nor against. */
const LEAD_WITHOUT_OTHERS = 0.1

function bestAndLead(candidates: readonly Scored[]): { best: number; lead: number } {
  const sorted = candidates.toSorted((a, b) => b.score - a.score)
  const best = sorted[0]?.score ?? 0
  const other = sorted.find(({ documentId }) => documentId !== sorted[0]?.documentId)
  return { best, lead: other ? best - other.score : Math.min(best, LEAD_WITHOUT_OTHERS) }
}
