import type { ModelName } from '../../../server/src/retrieval/answerability/logistic.ts'
import { modelFor } from '../../../server/src/retrieval/answerability/probability.ts'
import { rounded } from '../figures.ts'
import { mean } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { auroc, refusalThreshold } from '../ranking/refusal-metrics.ts'
import type { Row } from './rows.ts'
import { isOffTopic, mayTrain } from './rows.ts'
import { probabilities, trainModels } from './train.ts'

export type Judged = { row: Row; probability: number }

/** Also by the models that the product has for less evidence. */
export type JudgedByEach = Judged & { byModel: Readonly<Record<ModelName, number>> }

/** What the settings refuse of the questions that could have been answered. */
export const FALSE_REFUSALS = { lenient: 0.01, balanced: 0.018, strict: 0.05 } as const

/** Each family by a model that never saw any of its questions or documents. */
export function judgeLeftOut(
  rows: readonly Row[],
): Map<string, { judged: JudgedByEach[]; threshold: number }> {
  const families = [...new Set(rows.map(({ family }) => family))]
  return new Map(
    families.map((family) => {
      const others = rows.filter((row) => row.family !== family)
      const models = trainModels(others)
      const judge = (row: Row): JudgedByEach => {
        const byModel = probabilities(models, row)
        return { row, byModel, probability: byModel[modelFor(row.evidence)] }
      }
      const known = others.filter(({ kind }) => kind === 'covered').map(judge)
      const threshold = refusalThreshold(known.map(score), 0.03)
      const judged = rows.filter((row) => row.family === family).map(judge)
      return [family, { judged, threshold }]
    }),
  )
}

export type Summary = {
  covered: number
  removed: number
  offTopic: number
  aurocRemoved: number
  aurocOffTopic: number
  removedAt5: number
  removedAt2: number
  uncoveredAt5: number | null
  offTopicAt3: number
  offTopicAt1: number
}

const score = ({ probability: value }: Judged): number => value

/** With one threshold for all of these questions. */
export function summarise(judged: readonly Judged[]): Summary {
  const pick = (test: (row: Row) => boolean) => judged.filter(({ row }) => test(row)).map(score)
  const covered = pick(({ kind }) => kind === 'covered')
  const removed = pick(({ kind }) => kind === 'removed')
  const uncovered = pick(({ kind }) => kind === 'uncovered')
  const offTopic = pick(isTested)
  const refused = (scores: readonly number[], share: number) =>
    rounded(shareBelow(scores, refusalThreshold(covered, share)))
  return {
    covered: covered.length,
    removed: removed.length,
    offTopic: offTopic.length,
    aurocRemoved: rounded(auroc(covered, removed)),
    aurocOffTopic: rounded(auroc(covered, offTopic)),
    removedAt5: refused(removed, 0.05),
    removedAt2: refused(removed, 0.02),
    uncoveredAt5: uncovered.length === 0 ? null : refused(uncovered, 0.05),
    offTopicAt3: refused(offTopic, 0.03),
    offTopicAt1: refused(offTopic, 0.01),
  }
}

/** Off-topic questions of kinds that no model learned from. */
export const isTested = (row: Row): boolean => isOffTopic(row) && !mayTrain(row)

export const shareBelow = (scores: readonly number[], threshold: number): number =>
  mean(scores.map((value) => Number(value < threshold)))
