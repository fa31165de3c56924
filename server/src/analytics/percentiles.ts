/** As `time_bucket` in the database has them. */
export const BUCKETS = 56
const FIRST_BOUND_MS = 10
const BUCKETS_PER_DOUBLING = 4

/** The time that each bucket begins with. */
const lowerBoundMs = (bucket: number): number =>
  bucket === 0 ? 0 : FIRST_BOUND_MS * 2 ** ((bucket - 1) / BUCKETS_PER_DOUBLING)

/**
 * The time that a share of the answers stayed below, from a histogram. Times are taken to lie evenly
 * in their bucket, so it is off by 19 % at most. null: nothing was timed.
 */
export function percentileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const wanted = share * total
  let below = 0
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const [from, to] = [lowerBoundMs(bucket), lowerBoundMs(bucket + 1)]
      return Math.round(from + (to - from) * ((wanted - below) / count))
    }
    below += count
  }
  return null
}

export type Percentiles = { p50: number; p95: number }

export function computePercentiles(counts: readonly number[]): Percentiles | null {
  const [p50, p95] = [percentileMs(counts, 0.5), percentileMs(counts, 0.95)]
  return p50 === null || p95 === null ? null : { p50, p95 }
}
