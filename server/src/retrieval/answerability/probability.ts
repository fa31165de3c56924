import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import type { Coefficients } from './logistic.ts'
import type { Evidence } from './evidence.ts'
import { computeFeatures } from './features.ts'
import type { ModelName } from './logistic.ts'
import { predict } from './logistic.ts'

/** That the documents answer the question, 0 to 1. */
export const computeProbability = ({ models }: Coefficients, evidence: Evidence): number =>
  predict(models[modelFor(evidence)], computeFeatures(evidence))

/** Below it a question is refused. */
export const thresholdFor = (
  { thresholds }: Coefficients,
  evidence: Evidence,
  strictness: Answerability,
): number => thresholds[modelFor(evidence)][strictness]

export function modelFor({ candidates, offTopicLikeness }: Evidence): ModelName {
  const [first, ...others] = candidates
  const tellsNothing = others.every(({ vectorScore }) => vectorScore === first?.vectorScore)
  if (others.length > 0 && tellsNothing) return 'words'
  return offTopicLikeness === null ? 'withoutExamples' : 'all'
}
