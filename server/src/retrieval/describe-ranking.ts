import type { Explanation } from '@footnote/contract/admin/inspection'
import type { PageRanking, PassageRanking } from './explain-page.ts'
import { MIN_RELEVANCE } from './fuse.ts'

const two = (score: number): string => score.toFixed(2)

/** Explains the ranking of a page in words. */
export function describeRanking(
  { results, passages }: PageRanking,
  { state, state_reason }: { state: string; state_reason: string | null },
): Pick<Explanation, 'verdict' | 'reasons'> {
  const older =
    state === 'indexed'
      ? []
      : [
          `What is found is the version before: the newest is ${state}. ${state_reason ?? ''}`.trim(),
        ]
  const [best] = passages
  if (!best) {
    return { verdict: 'no_passages', reasons: ['None of its passages has a vector.', ...older] }
  }
  const { verdict, reason } = judge(best, results)
  return { verdict, reasons: [reason, describeScores(best), ...older] }
}

function judge(
  { place, rank, relevance }: PassageRanking,
  results: number,
): { verdict: Explanation['verdict']; reason: string } {
  if (place !== null) {
    return { verdict: 'found', reason: `It is found, at place ${place} of ${results}.` }
  }
  if (relevance < MIN_RELEVANCE) {
    const reason =
      `Its best passage has a relevance of ${two(relevance)}; below ${two(MIN_RELEVANCE)} nothing ` +
      'is returned.'
    return { verdict: 'below_floor', reason }
  }
  if (rank === null) {
    const reason = 'None of its passages is among the 100 nearest, nor among the best 100 by words.'
    return { verdict: 'no_candidate', reason }
  }
  const reason = `Others fit better: its best passage is number ${rank}, and ${results} are returned.`
  return { verdict: 'outranked', reason }
}

function describeScores(best: PassageRanking): string {
  const by = (rank: number | null) => (rank === null ? 'not among the first 100' : `number ${rank}`)
  return (
    `By meaning it scores ${two(best.vector_score)} (${by(best.vector_rank)}), by words ` +
    `${two(best.text_score)} (${by(best.text_rank)}).`
  )
}
