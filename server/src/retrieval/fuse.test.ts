import { expect, test } from 'vitest'
import { reciprocalRankScore, relevanceOf } from './fuse.ts'

test('a passage that both retrievers rank second beats the best of either', () => {
  expect(reciprocalRankScore(2, 2)).toBeGreaterThan(reciprocalRankScore(1, null))
  expect(reciprocalRankScore(2, 2)).toBeGreaterThan(reciprocalRankScore(null, 1))
})

test('a better rank in one retriever raises the score', () => {
  expect(reciprocalRankScore(1, 9)).toBeGreaterThan(reciprocalRankScore(2, 9))
})

test('a passage that neither retriever found scores 0', () => {
  expect(reciprocalRankScore(null, null)).toBe(0)
})

test('a strong match in both retrievers is more relevant than a perfect one in either', () => {
  const both = relevanceOf({ vectorScore: 0.6, textScore: 0.6 })
  expect(both).toBeGreaterThan(relevanceOf({ vectorScore: 1, textScore: 0 }))
  expect(both).toBeGreaterThan(relevanceOf({ vectorScore: 0, textScore: 1 }))
})
