import { expect, test } from 'vitest'
import { adjustedRandIndex, vMeasure } from './agreement.ts'

test('the same partition agrees fully, whatever its numbers', () => {
  const classes = ['a', 'a', 'b', 'b', 'c']
  expect(adjustedRandIndex(classes, [5, 5, 1, 1, 3])).toBe(1)
  expect(vMeasure(classes, [5, 5, 1, 1, 3])).toBeCloseTo(1)
})

test('figures are those of scikit-learn', () => {
  // adjusted_rand_score and v_measure_score of its documentation.
  expect(adjustedRandIndex(['0', '0', '1', '2'], [0, 0, 1, 1])).toBeCloseTo(0.5714, 3)
  expect(vMeasure(['0', '0', '1', '2'], [0, 0, 1, 1])).toBeCloseTo(0.8, 3)
  expect(adjustedRandIndex(['0', '0', '1', '1'], [0, 1, 0, 1])).toBeCloseTo(-0.5, 3)
  expect(vMeasure(['0', '0', '1', '1'], [0, 0, 0, 0])).toBe(0)
})
