import { createLagMeter } from '../platform/lag-meter.ts'
import type { LimitDecision } from '../platform/limiter.ts'
import type { Metrics } from '../platform/metrics.ts'

/** How much the process does at once, over every transport together. */
export type Room = {
  /** Takes a place, even where there is none left: the decision says so. */
  enter(): { decision: LimitDecision; leave: () => void }
  /** What is said while the process lags behind. */
  readonly lagging: LimitDecision
  /** It is never lagging before this. */
  watchLag(): void
  isLagging(): boolean
  close(): void
}

export type RoomLimits = {
  maxOpenRequests: number
  /** 0: it may lag as it likes. */
  maxEventLoopDelayMs: number
}

export function createRoom(
  { maxOpenRequests, maxEventLoopDelayMs }: RoomLimits,
  metrics: Metrics,
): Room {
  let open = 0
  const meter = createLagMeter()
  const decide = (allowed: boolean): LimitDecision => ({
    allowed,
    limit: maxOpenRequests,
    remaining: Math.max(0, maxOpenRequests - open),
    resetSeconds: 1,
  })
  const count = (change: number) => {
    open += change
    metrics.openRequests.set(open)
  }
  return {
    enter() {
      count(1)
      let isInside = true
      return {
        decision: decide(open <= maxOpenRequests),
        leave() {
          if (isInside) count(-1)
          isInside = false
        },
      }
    },
    lagging: { allowed: false, limit: maxOpenRequests, remaining: 0, resetSeconds: 1 },
    watchLag: () => meter.start(),
    isLagging: () => maxEventLoopDelayMs > 0 && meter.lagMs() > maxEventLoopDelayMs,
    close: () => meter.stop(),
  }
}
