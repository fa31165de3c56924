import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, retryDelaySeconds } from './retry-delay.ts'

const delays = (random: number): number[] =>
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => {
    const delay = retryDelaySeconds(index + 1, () => random)
    if (delay === null) throw new Error('It is given up too early')
    return delay
  })
const HOUR = 3600

test('an attempt follows within seconds at first, and at most 12 hours later at last', () => {
  expect(delays(0).slice(0, 5)).toEqual([5, 30, 120, 600, 1800])
  expect(delays(0).at(-1)).toBe(12 * HOUR)
})

test('what fails is tried for about three days, and then given up', () => {
  const total = delays(0).reduce((sum, delay) => sum + delay, 0)
  expect(total / HOUR).toBeGreaterThan(66)
  expect(total / HOUR).toBeLessThan(78)
  expect(retryDelaySeconds(MAX_ATTEMPTS)).toBeNull()
})

test('what failed together comes back apart, up to a fifth later', () => {
  expect(retryDelaySeconds(1, () => 0.5)).toBeCloseTo(5.5)
  expect(retryDelaySeconds(1, () => 1)).toBe(6)
})
