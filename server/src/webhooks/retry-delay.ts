const SECOND = 1
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After each failed attempt. About three days in all, for a receiver that is down over a weekend. */
const DELAYS_SECONDS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  ...Array<number>(5).fill(12 * HOUR),
] as const

/** Longer by up to this, so that what failed together does not come back together. */
const JITTER = 0.2

export const MAX_ATTEMPTS = DELAYS_SECONDS.length + 1

/** How long to wait after this many failed attempts; null: it is given up. */
export function retryDelaySeconds(
  attempts: number,
  random: () => number = Math.random,
): number | null {
  const delay = DELAYS_SECONDS[attempts - 1]
  return delay === undefined ? null : delay * (1 + JITTER * random())
}
