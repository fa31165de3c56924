import type { RankedPassage } from '../../server/src/retrieval/retrieve.ts'
import { coverage } from '../../server/src/retrieval/relevance.ts'
import { rounded } from './figures.ts'
import { auroc, catchRate } from './ranking-metrics.ts'

/** How sure we are that the passages cover the question: higher is surer. */
export type CoverageScore = (question: string, passages: readonly RankedPassage[]) => number

/** A readers' service may turn away so many questions that it could have answered. */
const FALSE_REFUSALS = 0.02

const top = (scores: readonly number[]): number => Math.max(0, ...scores)
const topVector: CoverageScore = (_, passages) => top(passages.map((it) => it.vectorScore))
const topText: CoverageScore = (_, passages) => top(passages.map((it) => it.textScore))

/** A relevance gate is measured by adding its score here. */
export const COVERAGE_SCORES: Readonly<Record<string, CoverageScore>> = {
  'top vector_score': topVector,
  'top text_score': topText,
  'mean of both': (question, passages) =>
    (topVector(question, passages) + topText(question, passages)) / 2,
  "the product's coverage": (_, passages) => coverage(passages),
}

/** One question's scores, in the order of COVERAGE_SCORES. */
export type Replay = { present: readonly number[]; removed: readonly number[] }

export const coverageScores = (
  question: string,
  passages: readonly RankedPassage[],
): readonly number[] => Object.values(COVERAGE_SCORES).map((scoreOf) => scoreOf(question, passages))

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
