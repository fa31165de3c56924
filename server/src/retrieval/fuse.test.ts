import { expect, test } from 'vitest'
import { fuse, reciprocalRankScore, relevanceOf } from './fuse.ts'

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

test('a strong match in both searches beats a perfect one in either', () => {
  const both = { vectorScore: 0.6, textScore: 0.6 }
  const meaning = { vectorScore: 1, textScore: 0 }
  const words = { vectorScore: 0, textScore: 1 }
  const [first = 0, ...others] = fuse([both, meaning, words])
  for (const other of others) expect(first).toBeGreaterThan(other)
  expect(relevanceOf(both)).toBeGreaterThan(relevanceOf(meaning))
  expect(relevanceOf(both)).toBeGreaterThan(relevanceOf(words))
})

test('a search whose scores lie close together counts as much as one whose scores lie apart', () => {
  const narrow = [
    { vectorScore: 0.71, textScore: 0.2 },
    { vectorScore: 0.7, textScore: 0.9 },
  ]
  expect(fuse(narrow)).toEqual([1, 1])
})

test('a search that tells nothing apart leaves the order to the other', () => {
  const [first = 0, second = 0] = fuse([
    { vectorScore: 0.5, textScore: 0 },
    { vectorScore: 0.4, textScore: 0 },
  ])
  expect(first).toBeGreaterThan(second)
  expect(fuse([])).toEqual([])
})
