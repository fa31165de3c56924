import { expect, test } from 'vitest'
import { BUCKETS, percentileMs, computePercentiles } from './percentiles.ts'

/** As `time_bucket` in the database; the store test compares the two. */
const pickBucket = (ms: number): number =>
  ms < 10 ? 0 : Math.min(BUCKETS - 1, 1 + Math.floor(4 * Math.log2(ms / 10)))

function histogram(times: readonly number[]): number[] {
  const counts = Array.from({ length: BUCKETS }, () => 0)
  for (const ms of times) counts[pickBucket(ms)] = (counts[pickBucket(ms)] ?? 0) + 1
  return counts
}

test('percentiles from the histogram are within 19 % of those of the times', () => {
  // A long tail, as answers have it.
  const times = Array.from({ length: 2_000 }, (_, index) => Math.round(300 * 1.0017 ** index))
  for (const share of [0.05, 0.5, 0.95, 0.99]) {
    const exact = times[Math.ceil(share * times.length) - 1] ?? 0
    const computed = percentileMs(histogram(times), share) ?? 0
    expect(Math.abs(computed - exact) / exact, `${share}`).toBeLessThan(0.19)
  }
})

test('nothing timed has no percentiles, and one time has its bucket', () => {
  expect(computePercentiles(histogram([]))).toBeNull()
  const { p50 = 0, p95 = 0 } = computePercentiles(histogram([1000])) ?? {}
  expect(p50).toBeGreaterThan(840)
  expect(p95).toBeLessThan(1190)
  expect(p50).toBeLessThan(p95)
})
