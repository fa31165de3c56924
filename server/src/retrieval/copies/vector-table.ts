import { STEP_BYTES, withInnerProducts } from './inner-products.ts'
import { largest } from './largest.ts'

/** Vectors side by side, where one pass compares them all. */
export type VectorTable = {
  /** Writes the vectors of pgvector's binary form, one behind the other, from this row on. */
  write: (row: number, vectors: Buffer) => void
  /** With a vector of pgvector's binary form, by cosine; until the next call. */
  compare: (asked: Buffer) => Compared
}

export type Compared = {
  /** The nearest rows, nearest first. */
  nearest: (limit: number) => { row: number; distance: number }[]
  distanceTo: (row: number) => number
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

/** How much memory a table takes: the vectors, their lengths, the same as integers, and what comes out. */
export const tableBytes = (rows: number, dimensions: number): number =>
  rows * (dimensions * 2 + 12) + memoryBytes(rows, dimensions)

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
  const everyRow = Uint32Array.from({ length: rows }, (_, row) => row)
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
    compare(vector) {
      read(vector, 0)
      const length = lengthOf(asked)
      const distanceOf = (row: number) => ({ row, distance: distanceTo(row, length) })
      return {
        nearest(limit) {
          toIntegers(asked, length, integersAt(0))
          innerProducts(rows, stride, firstRow, stride)
          return largest(products, everyRow, limit + MARGIN)
            .map(distanceOf)
            .toSorted((a, b) => a.distance - b.distance)
            .slice(0, limit)
        },
        distanceTo: (row) => distanceTo(row, length),
      }
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
