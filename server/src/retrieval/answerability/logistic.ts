import type { FeatureName, Features } from './features.ts'

/** A logistic regression: each feature less its mean, over its deviation, times its weight. */
export type LogisticModel = {
  intercept: number
  features: Readonly<
    Partial<Record<FeatureName, { mean: number; deviation: number; weight: number }>>
  >
}

/**
 * What there is to judge by. `words`: the embedding model gave every passage the same score.
 * `withoutExamples`: it has no likeness to off-topic examples.
 */
export type ModelName = 'all' | 'withoutExamples' | 'words'

/** The question is on the subject of the documents, and then, one of them answers it. */
export type Model = readonly LogisticModel[]

export const predict = (model: Model, values: Features): number =>
  model.reduce((product, part) => product * predictPart(part, values), 1)

export function predictPart({ intercept, features }: LogisticModel, values: Features): number {
  let sum = intercept
  for (const [name, { mean, deviation, weight }] of Object.entries(features)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const value = values[name as FeatureName] ?? mean
    sum += (weight * (value - mean)) / deviation
  }
  return 1 / (1 + Math.exp(-sum))
}
