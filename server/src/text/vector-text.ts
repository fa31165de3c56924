/** The dimension of every sparse vector: term ids are 1 to this. */
export const TERM_SPACE = 1_000_000_000

/** pgvector's text form of a dense vector. Five digits: half precision keeps three. */
export function toHalfvec(vector: Float32Array): string {
  const parts = Array.from(vector, (value) => value.toPrecision(5))
  return `[${parts.join(',')}]`
}

/** pgvector's text form of a sparse vector. */
export function toSparsevec(weights: ReadonlyMap<number, number>): string {
  const parts = Array.from(weights, ([term, weight]) => `${term}:${weight.toPrecision(5)}`)
  return `{${parts.join(',')}}/${TERM_SPACE}`
}
