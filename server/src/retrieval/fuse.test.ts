import { expect, test } from 'vitest'
import { reciprocalRankScore } from './fuse.ts'

test('a passage both searches found second beats the best of either', () => {
  expect(reciprocalRankScore(2, 2)).toBeGreaterThan(reciprocalRankScore(1, null))
  expect(reciprocalRankScore(2, 2)).toBeGreaterThan(reciprocalRankScore(null, 1))
})

test('a better rank in one search raises the score, the other staying', () => {
  expect(reciprocalRankScore(1, 9)).toBeGreaterThan(reciprocalRankScore(2, 9))
})

test('a passage neither search found scores nothing', () => {
  expect(reciprocalRankScore(null, null)).toBe(0)
})
