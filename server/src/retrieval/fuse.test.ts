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

const candidate = (documentId: string, vectorScore: number, textScore: number) => ({
  documentId,
  vectorScore,
  textScore,
})

test('a strong match in both searches beats a perfect one in either', () => {
  const both = candidate('a', 0.6, 0.6)
  const meaning = candidate('b', 1, 0)
  const words = candidate('c', 0, 1)
  const [first = 0, ...others] = fuse([both, meaning, words])
  for (const other of others) expect(first).toBeGreaterThan(other)
  expect(relevanceOf(both)).toBeGreaterThan(relevanceOf(meaning))
  expect(relevanceOf(both)).toBeGreaterThan(relevanceOf(words))
})

test('a search whose scores lie close together counts as much as one whose scores lie apart', () => {
  expect(fuse([candidate('a', 0.71, 0.2), candidate('b', 0.7, 0.9)])).toEqual([1, 1])
})

test('a search that tells nothing apart leaves the order to the other', () => {
  const [first = 0, second = 0] = fuse([candidate('a', 0.5, 0), candidate('b', 0.4, 0)])
  expect(first).toBeGreaterThan(second)
  expect(fuse([])).toEqual([])
})

test('of two passages alike, the one whose page has more to say comes first', () => {
  const [alone = 0, supported = 0] = fuse([
    candidate('a', 1, 1),
    candidate('b', 1, 1),
    candidate('b', 0.7, 0.7),
    candidate('c', 0, 0),
  ])
  expect(supported).toBeGreaterThan(alone)
})

test('passages that fit badly add nothing to their page, however many', () => {
  const [alone, long] = fuse([
    candidate('a', 1, 1),
    candidate('b', 1, 1),
    ...Array.from({ length: 10 }, () => candidate('b', 0.4, 0.4)),
    candidate('c', 0, 0),
  ])
  expect(long).toBe(alone)
})

test('a page gains no more from ten further passages than from three', () => {
  const page = (passages: number) => [
    candidate('a', 1, 1),
    ...Array.from({ length: passages }, () => candidate('a', 0.8, 0.8)),
    candidate('b', 0, 0),
  ]
  expect(fuse(page(10))[0]).toBe(fuse(page(3))[0])
  expect(fuse(page(3))[0]).toBeGreaterThan(fuse(page(2))[0] ?? 0)
})
