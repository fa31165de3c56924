import { expect, test } from 'vitest'
import { quantiseColumns, quantiseRows } from './quantise-weights.ts'

const tensor = { dims: [2, 3], values: Float32Array.of(1, -0.02, 0, 0.5, 0.01, 0) }

test('each column has its own scale, so a small one is not lost beside a large one', () => {
  const { values, scales } = quantiseColumns(tensor)
  expect([...values]).toEqual([64, -64, 0, 32, 32, 0])
  expect([...scales].map((scale) => Number((scale * 64).toFixed(4)))).toEqual([1, 0.02, 0])
})

test('each row has its own scale', () => {
  const { values, scales } = quantiseRows(tensor)
  expect([...values]).toEqual([64, -1, 0, 64, 1, 0])
  expect([...scales].map((scale) => Number((scale * 64).toFixed(4)))).toEqual([1, 0.5])
})

test('two products of the largest activation and weight fit into 16 bits', () => {
  const { values } = quantiseColumns({ dims: [2, 1], values: Float32Array.of(3, -3) })
  expect(255 * Math.max(...values) * 2).toBeLessThan(2 ** 15)
})
