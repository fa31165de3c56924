import { ModelError } from '../model-error.ts'

export type Pooling = 'mean' | 'cls'

export type HiddenStates = {
  /** One vector per token, text after text, each padded to the same length. */
  readonly values: Float32Array
  readonly paddedLength: number
  readonly dimensions: number
}

/** One unit-length vector per text, end to end. Padding is ignored. */
export function poolVectors(
  { values, paddedLength, dimensions }: HiddenStates,
  lengths: readonly number[],
  pooling: Pooling,
): Float32Array {
  const vectors = new Float32Array(lengths.length * dimensions)
  for (const [index, length] of lengths.entries()) {
    const vector = vectors.subarray(index * dimensions, (index + 1) * dimensions)
    const counted = pooling === 'cls' ? 1 : length
    const first = index * paddedLength * dimensions
    for (let token = 0; token < counted; token += 1) {
      const offset = first + token * dimensions
      for (let axis = 0; axis < dimensions; axis += 1) {
        vector[axis] = (vector[axis] ?? 0) + (values[offset + axis] ?? 0)
      }
    }
    // No need to divide for the mean: the vector is scaled to length 1 anyway.
    normalise(vector)
  }
  return vectors
}

/** Scales to length 1 in place. A zero vector would make every score of a search NaN. */
export function normalise(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  if (!(length > 0 && Number.isFinite(length))) {
    throw new ModelError('The model gave a vector without a direction.', { retryable: false })
  }
  for (let axis = 0; axis < vector.length; axis += 1) vector[axis]! /= length
  return vector
}
