import { expect, test } from 'vitest'
import { about, inDollars } from './markdown.ts'
import { ASSUMED, computeScale } from './model.ts'
import { readResults } from './results.ts'

const results = await readResults()

test('figures have the two digits that are known', () => {
  expect([0.0373, 0.5, 4.15, 19.1667, 2_880, 318_400].map(about)).toEqual([
    '0.037',
    '0.5',
    '4.2',
    '19',
    '2,900',
    '320,000',
  ])
  expect([0.1, 3.21, 25].map(inDollars)).toEqual(['$0.10', '$3.20', '$25'])
})

test('the number of cells is that of whatever runs out first', () => {
  const most = (assumed: Partial<typeof ASSUMED>) => {
    const { cells, cellsBy } = computeScale(results, { ...ASSUMED, ...assumed })
    const [[name, needed] = ['', 0]] = Object.entries(cellsBy).toSorted((a, b) => b[1] - a[1])
    return { name, isCells: cells === Math.ceil(needed) }
  }
  expect(most({ conversationDays: 365 })).toEqual({ name: 'disk', isCells: true })
  expect(most({ conversationDays: 0, questionsPerSecond: 1_000 })).toEqual({
    name: 'memory',
    isCells: true,
  })
  expect(most({ conversationDays: 0, passages: 10_000_000 })).toEqual({
    name: 'connections',
    isCells: true,
  })
})

test('storage and WAL grow with what they are for', () => {
  const base = computeScale(results)
  const twice = computeScale(results, { ...ASSUMED, passages: 2 * ASSUMED.passages })
  expect(twice.diskByUse.passages).toBe(2 * base.diskByUse.passages)
  expect(twice.walByCause.fill).toBe(2 * base.walByCause.fill)
  expect(twice.diskByUse.conversations).toBe(base.diskByUse.conversations)
  const busier = computeScale(results, { ...ASSUMED, questionsPerSecond: 20_000 })
  expect(busier.coresByWork.postgres).toBe(2 * base.coresByWork.postgres)
  expect(busier.computeCost.model).toBe(2 * base.computeCost.model)
})
