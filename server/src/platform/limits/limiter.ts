import { countInRedis } from './count-script.ts'
import { countRemaining } from './fair-share.ts'
import type { LimitWindow, Use } from './limit-windows.ts'
import {
  addUnreported,
  adopt,
  countHere,
  createLimitWindows,
  takeUnreported,
  usedBy,
} from './limit-windows.ts'
import type { Redis } from './redis.ts'

export type LimitDecision = {
  allowed: boolean
  limit: number
  /** What this address may still use of a shared limit. */
  remaining: number
  /** Until the next window begins. */
  resetSeconds: number
}

export type LimitUse = {
  /** 1, unless a request costs more than others. */
  cost?: number
  /** Who shares the limit with others and may not use all of it. Undefined when it is not shared. */
  network?: string | null
}

export type Limiter = { consume(key: string, use?: LimitUse): Promise<LimitDecision> }

/** Until when Redis is skipped. */
export type Outage = { untilMs: number }

export type LimiterOptions = {
  name: string
  perMinute: number
  redis: Redis | null
  /** Shared by all limiters of one Redis, so that only one of them has to notice an outage. */
  outage: Outage
  /** Called for each request counted in memory instead of Redis. */
  onFallback: () => void
}

/** Readers do not wait for a limiter: after this, requests are counted in memory. */
const REDIS_PATIENCE_MS = 100
/** How long requests are counted in memory after a Redis failure, before the next attempt. */
const REDIS_PAUSE_MS = 1_000

/**
 * Counts in Redis across all processes. Memory counts too, so that it can take over while
 * Redis does not respond; Redis is updated afterwards. No process admits more than the limit.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { name, perMinute: limit, redis, outage } = options
  const windows = createLimitWindows(redis ? REDIS_PATIENCE_MS : 0)

  /** Throws when Redis does not respond in time. A late response corrects the count in memory. */
  async function countShared(client: Redis, key: string, use: Use): Promise<boolean> {
    const { network, cost } = use
    const asked = windows.of(key)
    const unreported = takeUnreported(asked, network)
    const windowMs = windows.msLeft(asked)
    const counting = countInRedis(client, { ...use, name: `${name}:${key}`, windowMs, unreported })
    let isLate = false
    counting.then(
      ({ allowed }) => isLate && allowed && addUnreported(asked, network, -cost),
      () => addUnreported(asked, network, unreported.total, unreported.own),
    )
    const counted = await withPatience(counting, () => (isLate = true))
    const window = windows.of(key)
    adopt(window, network, counted)
    windows.endIn(window, counted.msLeft)
    return counted.allowed && admitHere(window, network, cost)
  }

  /** Redis may have lost its count, but this process knows what it admitted itself. */
  function admitHere(window: LimitWindow, network: string | null, cost: number): boolean {
    if (window.admitted + cost > limit) {
      addUnreported(window, network, -cost)
      return false
    }
    window.admitted += cost
    return true
  }

  async function count(key: string, use: Use): Promise<boolean> {
    if (redis && Date.now() >= outage.untilMs) {
      try {
        return await countShared(redis, key, use)
      } catch {
        outage.untilMs = Date.now() + REDIS_PAUSE_MS
      }
    }
    if (redis) options.onFallback()
    return countHere(windows.of(key), use)
  }

  return {
    async consume(key, { cost = 1, network = null } = {}) {
      const allowed = await count(key, { limit, cost: Math.min(cost, limit), network })
      const window = windows.of(key)
      const { total } = window
      return {
        allowed,
        limit,
        remaining: countRemaining({ limit, total, own: usedBy(window, network) }),
        resetSeconds: Math.max(1, Math.ceil(windows.msLeft(window) / 1000)),
      }
    },
  }
}

async function withPatience<Result>(promise: Promise<Result>, onLate: () => void): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate()
      reject(new Error('Redis did not answer in time'))
    }, REDIS_PATIENCE_MS)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
