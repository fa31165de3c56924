/** The part of a shared limit that is first come, first served. */
export const COMMON_PART = 0.5
/** An address may use one part in this many of what is left after that, and at least one request. */
export const SHARES = 60

export type Counted = {
  limit: number
  /** Used by everybody. */
  total: number
  /** Used by one address; null when the limit is not shared. */
  own: number | null
}

/** How much more may be used now. `count-script.ts` has the same formula for Redis. */
export function countRemaining({ limit, total, own }: Counted): number {
  const left = limit - total
  if (own === null) return Math.max(0, left)
  const common = Math.ceil(limit * COMMON_PART) - total
  const share = Math.max(1, Math.floor(left / SHARES)) - own
  return Math.max(0, Math.min(left, Math.max(common, share)))
}

/** The first request of an address passes while enough is left in total, whatever it costs. */
export const isAllowed = (counted: Counted, cost: number): boolean =>
  cost <= countRemaining(counted) || (counted.own === 0 && cost <= counted.limit - counted.total)
