import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auroc, catchRate, mean, ndcg, percentile, recall } from './ranking-metrics.ts'

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

test('AUROC is 1 when every covered score is higher, 0 when lower, and a half when equal', () => {
  expect(auroc([3, 4], [1, 2])).toBe(1)
  expect(auroc([1, 2], [3, 4])).toBe(0)
  expect(auroc([1, 1], [1, 1, 1])).toBe(0.5)
})

test('AUROC is the share of pairs in order, ties half', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(scores, scores, (covered, uncovered) => {
      const pairs = covered.flatMap((a) => uncovered.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
      expect(auroc(covered, uncovered)).toBeCloseTo(mean(pairs), 10)
    }),
  )
})

test('the catch rate never refuses more covered questions than allowed', () => {
  const covered = Array.from({ length: 100 }, (_, index) => index)
  expect(catchRate(covered, [0, 1, 1.5, 2, 50], 0.02)).toBe(3 / 5)
  expect(catchRate(covered, [-1, 0, 1], 0)).toBe(1 / 3)
})

test('covered scores that tie at the threshold are not refused, nor are uncovered ones like them', () => {
  expect(catchRate([5, 5, 5, 5], [5, 5, 4], 0.5)).toBeCloseTo(1 / 3, 10)
})

test('a percentile is a value that occurred', () => {
  expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3)
  expect(percentile([5, 1, 3, 2, 4], 0.99)).toBe(5)
})
