import { expect, test } from 'vitest'
import { fuse, reciprocalRankScore, relevanceOf } from './fuse.ts'

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

const candidate = (documentId: string, vectorScore: number, textScore: number) => ({
  documentId,
  vectorScore,
  textScore,
})

test('a strong match in both retrievers beats a perfect one in either', () => {
  const both = candidate('a', 0.6, 0.6)
  const meaning = candidate('b', 1, 0)
  const words = candidate('c', 0, 1)
  const [first = 0, ...others] = fuse([both, meaning, words])
  for (const other of others) expect(first).toBeGreaterThan(other)
  expect(relevanceOf(both)).toBeGreaterThan(relevanceOf(meaning))
  expect(relevanceOf(both)).toBeGreaterThan(relevanceOf(words))
})

test('a retriever with a narrow range of scores counts as much as one with a wide range', () => {
  expect(fuse([candidate('a', 0.71, 0.2), candidate('b', 0.7, 0.9)])).toEqual([1, 1])
})

test('a retriever that scores all alike leaves the order to the other', () => {
  const [first = 0, second = 0] = fuse([candidate('a', 0.5, 0), candidate('b', 0.4, 0)])
  expect(first).toBeGreaterThan(second)
  expect(fuse([])).toEqual([])
})

test('of two equal passages, the one whose document has more matches comes first', () => {
  const [alone = 0, supported = 0] = fuse([
    candidate('a', 1, 1),
    candidate('b', 1, 1),
    candidate('b', 0.7, 0.7),
    candidate('c', 0, 0),
  ])
  expect(supported).toBeGreaterThan(alone)
})

test('poor matches do not boost their document, however many there are', () => {
  const [alone, long] = fuse([
    candidate('a', 1, 1),
    candidate('b', 1, 1),
    ...Array.from({ length: 10 }, () => candidate('b', 0.4, 0.4)),
    candidate('c', 0, 0),
  ])
  expect(long).toBe(alone)
})

test('a document is boosted no more by ten further passages than by three', () => {
  const page = (passages: number) => [
    candidate('a', 1, 1),
    ...Array.from({ length: passages }, () => candidate('a', 0.8, 0.8)),
    candidate('b', 0, 0),
  ]
  expect(fuse(page(10))[0]).toBe(fuse(page(3))[0])
  expect(fuse(page(3))[0]).toBeGreaterThan(fuse(page(2))[0] ?? 0)
})
