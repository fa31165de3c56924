import { STEP_BYTES, withInnerProducts } from './inner-products.ts'

/** Vectors side by side, where one pass compares them all. */
export type VectorTable = {
  /** Writes the vectors of pgvector's binary form, one behind the other, from this row on. */
  write: (row: number, vectors: Buffer) => void
  /** The rows nearest by cosine to a vector of pgvector's binary form, nearest first. */
  nearest: (asked: Buffer, limit: number) => { row: number; distance: number }[]
}

/** Before the numbers in pgvector's binary form. */
const HEADER_BYTES = 4
const PAGE_BYTES = 65_536
/**
 * What the length of a vector becomes: then its numbers fit into integers of two bytes, and inner products
 * into four. They take half the memory of floats, and are about as exact as half floats.
 */
const LENGTH = 32_767
/** How many beyond the limit are compared again, exactly: as integers, near ones may be out of order. */
const MARGIN = 28

/** How much memory a table takes: the vectors, the same as integers, and what comes out. */
export const tableBytes = (rows: number, dimensions: number): number =>
  rows * dimensions * 2 + memoryBytes(rows, dimensions)

const memoryBytes = (rows: number, dimensions: number): number =>
  strideOf(dimensions) * (rows + 1) + wholeSteps(rows * 4)
const strideOf = (dimensions: number): number => wholeSteps(dimensions * 2)
const wholeSteps = (bytes: number): number => Math.ceil(bytes / STEP_BYTES) * STEP_BYTES

export function createVectorTable(rows: number, dimensions: number): VectorTable {
  const vectors = new Float16Array(rows * dimensions)
  const lengths = new Float64Array(rows)
  const stride = strideOf(dimensions)
  const memory = new WebAssembly.Memory({
    initial: Math.ceil(memoryBytes(rows, dimensions) / PAGE_BYTES),
  })
  const innerProducts = withInnerProducts(memory)
  const integersAt = (address: number) => new Int16Array(memory.buffer, address, dimensions)
  const products = new Int32Array(memory.buffer, stride, rows)
  const firstRow = stride + wholeSteps(rows * 4)
  const asked = new Float64Array(dimensions)

  /** Reads what is at `offset` into `asked`. */
  function read(from: Buffer, offset: number): void {
    const halves = new DataView(from.buffer, from.byteOffset + offset + HEADER_BYTES)
    for (let axis = 0; axis < dimensions; axis += 1) asked[axis] = halves.getFloat16(2 * axis)
  }

  function distanceTo(row: number, length: number): number {
    let product = 0
    for (let axis = 0, at = row * dimensions; axis < dimensions; axis += 1, at += 1) {
      product += (asked[axis] ?? 0) * (vectors[at] ?? 0)
    }
    return 1 - product / (length * (lengths[row] ?? 1))
  }

  return {
    write(first, binary) {
      const size = HEADER_BYTES + 2 * dimensions
      for (let index = 0; index < binary.length / size; index += 1) {
        const row = first + index
        read(binary, index * size)
        vectors.set(asked, row * dimensions)
        const length = lengthOf(asked)
        lengths[row] = length
        toIntegers(asked, length, integersAt(firstRow + row * stride))
      }
    },
    nearest(vector, limit) {
      read(vector, 0)
      const length = lengthOf(asked)
      toIntegers(asked, length, integersAt(0))
      innerProducts(rows, stride, firstRow, stride)
      return Array.from(largest(products, limit + MARGIN), (row) => ({
        row,
        distance: distanceTo(row, length),
      }))
        .toSorted((a, b) => a.distance - b.distance)
        .slice(0, limit)
    },
  }
}

/** 1 for a vector of zeros, so that its cosine with any other is 0. */
function lengthOf(vector: Float64Array): number {
  let squares = 0
  for (const number of vector) squares += number * number
  return Math.sqrt(squares) || 1
}

function toIntegers(vector: Float64Array, length: number, to: Int16Array): void {
  const factor = LENGTH / length
  for (let axis = 0; axis < to.length; axis += 1) {
    to[axis] = Math.round((vector[axis] ?? 0) * factor)
  }
}

/** The rows of the few largest of many, in order. */
function largest(products: Int32Array, limit: number): Uint32Array {
  const rows = new Uint32Array(limit)
  const best = new Int32Array(limit)
  let found = 0
  for (let row = 0; row < products.length; row += 1) {
    const product = products[row] ?? 0
    if (found === limit && product <= (best[limit - 1] ?? 0)) continue
    let place = found < limit ? found : limit - 1
    while (place > 0 && (best[place - 1] ?? 0) < product) place -= 1
    rows.copyWithin(place + 1, place, limit - 1)
    best.copyWithin(place + 1, place, limit - 1)
    rows[place] = row
    best[place] = product
    found = Math.min(found + 1, limit)
  }
  return rows.subarray(0, found)
}
