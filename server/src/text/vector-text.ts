/** The dimension of every sparse vector: term ids are 1 to this. */
export const TERM_SPACE = 1_000_000_000

/** pgvector's text form of a dense vector. Five digits: half precision keeps three. */
export function toHalfvec(vector: Float32Array): string {
  const parts = Array.from(vector, (value) => value.toPrecision(5))
  return `[${parts.join(',')}]`
}

const binaryForms = new WeakMap<Float32Array, Buffer>()

/**
 * pgvector's binary form of a dense vector, a quarter of its text and nothing to parse: the number of
 * dimensions, an unused number, and half floats. Made once for each cached query vector.
 */
export function toHalfvecBinary(vector: Float32Array): Buffer {
  let binary = binaryForms.get(vector)
  if (!binary) {
    binary = Buffer.alloc(4 + 2 * vector.length)
    binary.writeInt16BE(vector.length)
    const view = new DataView(binary.buffer, binary.byteOffset)
    for (const [axis, value] of vector.entries()) view.setFloat16(4 + 2 * axis, value)
    binaryForms.set(vector, binary)
  }
  return binary
}

/** pgvector's text form of a sparse vector. */
export function toSparsevec(weights: ReadonlyMap<number, number>): string {
  const parts = Array.from(weights, ([term, weight]) => `${term}:${weight.toPrecision(5)}`)
  return `{${parts.join(',')}}/${TERM_SPACE}`
}
