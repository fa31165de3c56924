import { rounded } from '../figures.ts'
import { auroc, catchRate } from './refusal-metrics.ts'
import type { Found } from './search.ts'

/** How sure we are that what was found covers the question: higher is surer. */
export type CoverageScore = (found: Pick<Found, 'ranked' | 'probability'>) => number

/** A readers' service may turn away so many questions that it could have answered. */
const FALSE_REFUSALS = 0.02

const top = (scores: readonly number[]): number => Math.max(0, ...scores)
const topVector: CoverageScore = ({ ranked }) =>
  top(ranked.map(({ passage }) => passage.vectorScore))
const topText: CoverageScore = ({ ranked }) => top(ranked.map(({ passage }) => passage.textScore))

/** Another score is measured by adding it here. */
export const COVERAGE_SCORES: Readonly<Record<string, CoverageScore>> = {
  'top vector_score': topVector,
  'top text_score': topText,
  'mean of both': (found) => (topVector(found) + topText(found)) / 2,
  "the product's probability": ({ probability }) => probability,
}

/** One question's scores, in the order of COVERAGE_SCORES. */
export type Replay = { present: readonly number[]; removed: readonly number[] }

export const coverageScores = (found: Pick<Found, 'ranked' | 'probability'>): readonly number[] =>
  Object.values(COVERAGE_SCORES).map((computeScore) => computeScore(found))

export type AbstentionRow = { score: string; auroc: number; caught: number }

export const summariseAbstention = (replays: readonly Replay[]): AbstentionRow[] =>
  compareScores(
    Object.keys(COVERAGE_SCORES),
    replays.map(({ present }) => present),
    replays.map(({ removed }) => removed),
  )

/** The scores of questions that are covered against those of questions that are not. */
export const compareScores = (
  names: readonly string[],
  covered: readonly (readonly number[])[],
  uncovered: readonly (readonly number[])[],
): AbstentionRow[] =>
  names.map((score, index) => {
    const high = covered.map((scores) => scores[index] ?? 0)
    const low = uncovered.map((scores) => scores[index] ?? 0)
    return {
      score,
      auroc: rounded(auroc(high, low)),
      caught: rounded(catchRate(high, low, FALSE_REFUSALS)),
    }
  })
