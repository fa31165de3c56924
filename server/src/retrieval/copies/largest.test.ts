import { expect, test } from 'vitest'
import { largest } from './largest.ts'

const rowsOf = (values: ArrayLike<number>) =>
  Uint32Array.from({ length: values.length }, (_, row) => row)
const sorted = (values: ArrayLike<number>, limit: number) =>
  [...rowsOf(values)]
    .toSorted((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b)
    .slice(0, limit)

const some = Array.from({ length: 5000 }, (_, row) => Math.sin(row * 12.9898))

test.each([
  ['integers', Int32Array.from(some, (value) => Math.round(value * 2 ** 30))],
  ['floats', Float32Array.from(some)],
  ['many that are equal', Int32Array.from(some, (value) => Math.round(value * 3))],
  ['all equal', new Int32Array(5000).fill(7)],
  ['one far above the others', Float32Array.of(1e9, ...some)],
  ['the ends of what integers can be', Int32Array.of(2 ** 31 - 1, -(2 ** 31), 0, 5, -5)],
])('of %s the largest come first', (_, values) => {
  for (const limit of [1, 3, 128]) {
    expect(largest(values, rowsOf(values), limit)).toEqual(sorted(values, limit))
  }
})

test('only the given rows count', () => {
  expect(largest(Float32Array.of(9, 1, 8, 2, 7), Uint32Array.of(1, 3, 4), 2)).toEqual([4, 3])
  expect(largest(Float32Array.of(9, 1), new Uint32Array(), 2)).toEqual([])
})
