import { expect, test } from 'vitest'
import { niceTicks } from './nice-ticks.ts'

test.each([
  [2.6, false, [0, 1, 2, 3]],
  [0.0026, false, [0, 0.001, 0.002, 0.003]],
  [0.26, false, [0, 0.1, 0.2, 0.3]],
  [8, true, [0, 2, 4, 6, 8]],
  [9, true, [0, 3, 6, 9]],
  [3, true, [0, 1, 2, 3]],
  [1, true, [0, 1]],
  [730, true, [0, 200, 400, 600, 800]],
  [1_000, false, [0, 250, 500, 750, 1_000]],
  [0, true, [0, 1]],
])('the axis of values up to %d', (largest, isWhole, ticks) => {
  expect(niceTicks(largest, isWhole)).toEqual(ticks)
})
