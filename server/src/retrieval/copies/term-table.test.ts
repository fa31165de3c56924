import { expect, test } from 'vitest'
import { createTermTable } from './term-table.ts'

/** A sparse vector in pgvector's binary form, which counts from 0 where its text counts from 1. */
function binary(weights: Record<number, number>): Buffer {
  const entries = Object.entries(weights).map(([term, weight]) => [Number(term), weight] as const)
  const buffer = Buffer.alloc(12 + 8 * entries.length)
  buffer.writeInt32BE(1_000_000_000, 0)
  buffer.writeInt32BE(entries.length, 4)
  for (const [index, [term, weight]] of entries.entries()) {
    buffer.writeInt32BE(term - 1, 12 + 4 * index)
    buffer.writeFloatBE(weight, 12 + 4 * (entries.length + index))
  }
  return buffer
}

const ROWS = [{ 1: 0.5, 7: 1.25 }, {}, { 7: 0.75, 1_000_000_000: 1.5 }, { 1: 1, 7: 1, 9: 1 }]
const tableOf = (rows: readonly Record<number, number>[]) =>
  createTermTable([
    Buffer.concat(rows.slice(0, 2).map(binary)),
    Buffer.concat(rows.slice(2).map(binary)),
  ])

test('a term is known by how many rows have it', async () => {
  const table = await tableOf(ROWS)
  expect(table.rows).toBe(4)
  expect([1, 7, 9, 1_000_000_000, 2].map(table.rowsWith)).toEqual([2, 3, 1, 1, 0])
})

test('rows with any of the terms are found, each once', async () => {
  const table = await tableOf(ROWS)
  expect([...table.rowsWithAny([1, 9])]).toEqual([0, 3])
  expect([...table.rowsWithAny([1, 1_000_000_000])]).toEqual([0, 3, 2])
  expect([...table.rowsWithAny([2])]).toEqual([])
})

test('a row scores the sum of its weights times those of the question', async () => {
  const table = await tableOf(ROWS)
  const question = [
    { term: 7, weight: 2 },
    { term: 1, weight: 4 },
    { term: 5, weight: 9 },
  ]
  expect([...table.scores(question)]).toEqual([4.5, 0, 1.5, 6])
  // Nothing is left of the question before.
  expect([...table.scores([{ term: 9, weight: 3 }])]).toEqual([0, 0, 0, 3])
})

test('no passages are no terms', async () => {
  const table = await createTermTable([])
  expect([table.rows, table.rowsWith(1), table.rowsWithAny([1]).length]).toEqual([0, 0, 0])
})
