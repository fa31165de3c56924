import type { LimitDecision } from '../platform/limiter.ts'
import type { Metrics } from '../platform/metrics.ts'

/** How much the process does at once, over every transport together. */
export type Room = {
  /** Takes a place, even where there is none left: the decision says so. */
  enter(): { decision: LimitDecision; leave: () => void }
  /** What is said while the process lags behind. */
  readonly lagging: LimitDecision
  /** Tells how to find out whether it does. */
  watchLag(isLagging: () => boolean): void
  isLagging(): boolean
}

export function createRoom(maxOpenRequests: number, metrics: Metrics): Room {
  let open = 0
  let isLagging = () => false
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
    watchLag: (watch) => void (isLagging = watch),
    isLagging: () => isLagging(),
  }
}
