import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
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

/** What one set of embedding weights needs, since weights spread their similarities differently. */
export type Coefficients = {
  readonly provenance: {
    readonly fittedBy: string
    readonly date: string
    readonly commit: string
    /** The name of the space, whose last part stands for the weights. */
    readonly embeddingModel: string
    /** How many questions, by family of corpora. */
    readonly data: Readonly<Record<string, number>>
    /** What was reached on families left out of training. */
    readonly leftOut: Readonly<Record<string, number | null>>
  }
  /** Below it a question is refused. By share of covered questions refused, left out of training. */
  readonly thresholds: Readonly<Record<ModelName, Readonly<Record<Answerability, number>>>>
  readonly models: Readonly<Record<ModelName, Model>>
}

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
