import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from './redis.ts'

export type LimitDecision = {
  allowed: boolean
  limit: number
  remaining: number
  /** Until the window begins anew. */
  resetSeconds: number
}

export type Limiter = { consume(key: string): Promise<LimitDecision> }

/** Until when Redis is not asked. */
export type Outage = { untilMs: number }

export type LimiterOptions = {
  name: string
  perMinute: number
  redis: Redis | null
  /** Shared by the limiters of one Redis: what one of them finds out, the others need not wait for. */
  outage: Outage
  onFallback: () => void
}

/** A reader does not wait for a limiter: after this it is counted in memory. */
const REDIS_PATIENCE_MS = 100
/** After Redis failed, how long memory counts before Redis is asked again. */
const REDIS_PAUSE_MS = 1_000

/** Counts in Redis for all processes together; in this process's memory while Redis does not answer. */
export function createLimiter(options: LimiterOptions): Limiter {
  const window = { points: options.perMinute, duration: 60, keyPrefix: `limit:${options.name}` }
  const memory = new RateLimiterMemory(window)
  const shared = options.redis
    ? new RateLimiterRedis({ ...window, storeClient: options.redis, useRedisPackage: true })
    : null

  async function count(key: string): Promise<RateLimiterRes> {
    if (!shared || Date.now() < options.outage.untilMs) return consume(memory, key)
    try {
      return await withPatience(consume(shared, key))
    } catch {
      options.outage.untilMs = Date.now() + REDIS_PAUSE_MS
      options.onFallback()
      return consume(memory, key)
    }
  }

  return {
    async consume(key) {
      const counted = await count(key)
      return {
        allowed: counted.consumedPoints <= options.perMinute,
        limit: options.perMinute,
        remaining: Math.max(0, counted.remainingPoints),
        resetSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
      }
    },
  }
}

/** The library rejects with its result when the limit is passed, and with an error when it cannot count. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection
    throw rejection
  }
}

async function withPatience<Result>(promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time')), REDIS_PATIENCE_MS)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
