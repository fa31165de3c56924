import type { FeatureName, Features } from '../../../server/src/retrieval/answerability/features.ts'
import type { LogisticModel } from '../../../server/src/retrieval/answerability/logistic.ts'

export type Example = { features: Features; isCovered: boolean; weight: number }

const ITERATIONS = 30
/** Keeps weights small where features say the same. */
const RIDGE = 3

/** Logistic regression by Newton's method. */
export function fitLogistic(
  examples: readonly Example[],
  names: readonly FeatureName[],
): LogisticModel {
  const scales = names.map((name) =>
    computeScale(examples.map(({ features }) => features[name] ?? 0)),
  )
  const rows = examples.map(({ features }) => [
    ...names.map((name, at) => {
      const { mean, deviation } = scales[at] ?? { mean: 0, deviation: 1 }
      return ((features[name] ?? mean) - mean) / deviation
    }),
    1,
  ])
  const meanWeight = examples.reduce((sum, { weight }) => sum + weight, 0) / examples.length
  const size = names.length + 1
  let weights = Array.from({ length: size }, () => 0)
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = weights.map((weight, at) => (at < names.length ? RIDGE * weight : 0))
    const hessian = gradient.map((_, at) =>
      gradient.map((__, other): number => (at === other && at < names.length ? RIDGE : 0)),
    )
    rows.forEach((row, at) => {
      const example = examples[at]
      if (!example) return
      const weight = example.weight / meanWeight
      const probability = 1 / (1 + Math.exp(-dot(row, weights)))
      const error = weight * (probability - Number(example.isCovered))
      const curvature = weight * probability * (1 - probability)
      for (let i = 0; i < size; i++) {
        gradient[i] = (gradient[i] ?? 0) + error * (row[i] ?? 0)
        const line = hessian[i] ?? []
        for (let j = 0; j < size; j++) {
          line[j] = (line[j] ?? 0) + curvature * (row[i] ?? 0) * (row[j] ?? 0)
        }
      }
    })
    const step = solve(hessian, gradient)
    weights = weights.map((weight, at) => weight - (step[at] ?? 0))
  }
  return {
    intercept: rounded(weights[names.length] ?? 0),
    features: Object.fromEntries(
      names.map((name, at) => {
        const { mean, deviation } = scales[at] ?? { mean: 0, deviation: 1 }
        const weight = rounded(weights[at] ?? 0)
        return [name, { mean: rounded(mean), deviation: rounded(deviation), weight }]
      }),
    ),
  }
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

function computeScale(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.max(Math.sqrt(variance), 0.001) }
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

/** Gauss's elimination, with the largest pivot. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, right[at] ?? 0])
  const size = lines.length
  for (let column = 0; column < size; column++) {
    const below = lines.slice(column).map((line) => Math.abs(line[column] ?? 0))
    const pivot = column + below.indexOf(Math.max(...below))
    const chosen = lines[pivot] ?? []
    lines[pivot] = lines[column] ?? []
    lines[column] = chosen
    for (let row = 0; row < size; row++) {
      const line = lines[row] ?? []
      const factor = row === column ? 0 : (line[column] ?? 0) / (chosen[column] ?? 1)
      if (factor === 0) continue
      for (let at = column; at <= size; at++)
        line[at] = (line[at] ?? 0) - factor * (chosen[at] ?? 0)
    }
  }
  return lines.map((line, at) => (line[size] ?? 0) / (line[at] ?? 1))
}
