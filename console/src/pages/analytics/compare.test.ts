import { expect, test } from 'vitest'
import { compareCounts, compareShares } from './compare.ts'

test.each([
  [176, 100, '+76%'],
  [50, 100, '-50%'],
  [100, 100, undefined],
  [1_001, 1_000, undefined],
  [10, 0, undefined],
  [0, 10, undefined],
])('%d after %d is a difference of %s', (now, before, text) => {
  expect(compareCounts(now, before)?.text).toBe(text)
})

test('shares differ in points, unless there are too few of them', () => {
  expect(compareShares([86, 100], [79, 100])).toEqual({ by: expect.closeTo(7), text: '+7 points' })
  expect(compareShares([50, 100], [50, 100])).toBeNull()
  expect(compareShares([5, 10], [1, 100])).toBeNull()
})
