import { expect, test } from 'vitest'
import { ndcg, percentile, recall } from './ranking-metrics.ts'

const one = new Map([['a', 1]])

test('the only relevant document first is 1, third is 1 / log2(4), not found is 0', () => {
  expect(ndcg(['a', 'x'], one, 10)).toBe(1)
  expect(ndcg(['x', 'y', 'a'], one, 10)).toBe(0.5)
  expect(ndcg(['x', 'y'], one, 10)).toBe(0)
})

test('a document below the cut counts for nothing', () => {
  expect(ndcg(['x', 'y', 'a'], one, 2)).toBe(0)
  expect(recall(['x', 'y', 'a'], one, 2)).toBe(0)
})

test('grades are linear gains, as in trec_eval', () => {
  const graded = new Map([
    ['d1', 3],
    ['d2', 2],
    ['d3', 3],
    ['d4', 0],
    ['d5', 1],
    ['d6', 2],
  ])
  // DCG 6.8611 of the order given, 7.1410 of the best one.
  expect(ndcg(['d1', 'd2', 'd3', 'd4', 'd5', 'd6'], graded, 6)).toBeCloseTo(0.9608, 4)
})

test('relevant documents that were not found lower the score', () => {
  const two = new Map([
    ['a', 1],
    ['b', 1],
  ])
  expect(ndcg(['a', 'x'], two, 10)).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 10)
  expect(recall(['a', 'x'], two, 10)).toBe(0.5)
})

test('a document judged 0 is not relevant', () => {
  const judged = new Map([
    ['a', 1],
    ['b', 0],
  ])
  expect(recall(['b'], judged, 10)).toBe(0)
  expect(recall(['a'], judged, 10)).toBe(1)
})

test('a percentile is a value that occurred', () => {
  expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3)
  expect(percentile([5, 1, 3, 2, 4], 0.99)).toBe(5)
})
