import { expect, test } from 'vitest'
import { toHalfvecBinary } from '../../text/vector-text.ts'
import { createVectorTable, tableBytes } from './vector-table.ts'

const binary = (...numbers: number[]) => toHalfvecBinary(Float32Array.from(numbers))

/** Numbers between -1 and 1 that look random and are the same in every run. */
const numbersFor = (seed: number, length: number): number[] =>
  Array.from({ length }, (_, axis) => Math.sin(seed * 12.9898 + axis * 78.233))

const stored = (number: number) => Math.f16round(Math.fround(number))

function cosineDistance(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, axis) => sum + stored(value) * stored(y[axis] ?? 0), 0)
  return 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

test.each([1, 3, 16, 17, 384, 1000])('%i dimensions are compared by cosine', (dimensions) => {
  const rows = Array.from({ length: 50 }, (_, row) => numbersFor(row + 1, dimensions))
  const asked = numbersFor(99, dimensions)
  const table = createVectorTable(rows.length, dimensions)
  table.write(0, Buffer.concat(rows.slice(0, 20).map((row) => binary(...row))))
  table.write(20, Buffer.concat(rows.slice(20).map((row) => binary(...row))))
  const found = table.compare(binary(...asked)).nearest(50)
  expect(found).toHaveLength(50)
  for (const { row, distance } of found) {
    expect(distance).toBeCloseTo(cosineDistance(rows[row] ?? [], asked), 9)
  }
  const distances = found.map(({ distance }) => distance)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
})

test('what differs less than integers can tell is in its exact order', () => {
  const rows = Array.from({ length: 120 }, (_, row) => [1, 0.0009 - row * 1e-6])
  const table = createVectorTable(rows.length, 2)
  table.write(0, Buffer.concat(rows.map((row) => binary(...row))))
  const found = table
    .compare(binary(1, 0))
    .nearest(100)
    .map(({ row }) => row)
  expect(found).toEqual(Array.from({ length: 100 }, (_, place) => 119 - place))
})

test('only the nearest are returned, and of what is as near the first', () => {
  const table = createVectorTable(5, 2)
  table.write(
    0,
    Buffer.concat([binary(0, 1), binary(2, 0), binary(1, 1), binary(1, 0), binary(-1, 0)]),
  )
  expect(
    table
      .compare(binary(1, 0))
      .nearest(3)
      .map(({ row }) => row),
  ).toEqual([1, 3, 2])
  expect(
    table
      .compare(binary(1, 0))
      .nearest(9)
      .map(({ row }) => row),
  ).toEqual([1, 3, 2, 0, 4])
})

test('a vector of zeros is near to nothing', () => {
  const table = createVectorTable(3, 2)
  table.write(0, Buffer.concat([binary(0, 0), binary(0.1, 1), binary(-0.1, 1)]))
  expect(
    table
      .compare(binary(1, 0))
      .nearest(9)
      .map(({ row }) => row),
  ).toEqual([1, 0, 2])
})

test('however many alike numbers there are, no sum overflows', () => {
  const numbers = Array<number>(4000).fill(65_504)
  const table = createVectorTable(2, numbers.length)
  table.write(0, Buffer.concat([binary(...numbers), binary(...numbers.map((number) => -number))]))
  expect(table.compare(binary(...numbers)).nearest(2)).toEqual([
    { row: 0, distance: expect.closeTo(0, 9) },
    { row: 1, distance: expect.closeTo(2, 9) },
  ])
})

test('a table needs little more than four bytes a number', () => {
  expect(tableBytes(10_000, 384)).toBeLessThan(10_000 * 384 * 4 * 1.02)
})
