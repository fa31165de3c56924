import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mean } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { auroc, catchRate } from './refusal-metrics.ts'

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
