import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import { MODELS, THRESHOLDS } from './coefficients.ts'
import type { Evidence } from './evidence.ts'
import { computeFeatures } from './features.ts'
import type { ModelName } from './logistic.ts'
import { predict } from './logistic.ts'

/** That the documents answer the question, 0 to 1. */
export const computeProbability = (evidence: Evidence): number =>
  predict(MODELS[modelFor(evidence)], computeFeatures(evidence))

/** Below it a question is refused. */
export const thresholdFor = (evidence: Evidence, strictness: Answerability): number =>
  THRESHOLDS[modelFor(evidence)][strictness]

export function modelFor({ candidates, offTopicLikeness }: Evidence): ModelName {
  const [first, ...others] = candidates
  const tellsNothing = others.every(({ vectorScore }) => vectorScore === first?.vectorScore)
  if (others.length > 0 && tellsNothing) return 'words'
  return offTopicLikeness === null ? 'withoutExamples' : 'all'
}
