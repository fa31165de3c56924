import { createLagMeter } from './lag-meter.ts'
import type { LimitDecision } from '../../platform/limits/limiter.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createAdaptiveLimit } from './adaptive-limit.ts'

/** After this long without admitting a request, the process reports that it is not ready. */
const SATURATED_AFTER_MS = 5_000

/**
 * Limits how much the process does at once, across all transports, so that it serves what it admits in
 * time. A request takes a slot. It is busy until its first byte, which counts against the adaptive limit,
 * and then only open, which counts against the fixed one. The limiter never queues: a request is admitted
 * or rejected at once.
 */
export type LoadLimiter = {
  /** Takes a slot if one is free. `network` is null for clients whose address is not counted. */
  acquire(network: string | null): Slot
  /** Why the next request would be rejected, or null. Checked before any work is done for it. */
  refusal(): LimitDecision | null
  /** The decision while the event loop lags. */
  readonly lagging: LimitDecision
  /** Starts measuring; until then nothing counts as lag. */
  watchLag(): void
  isLagging(): boolean
  /** It has rejected every request for some seconds, and would reject the next. */
  isSaturated(): boolean
  close(): void
}

/** The slot of one request. Its address is counted until the slot is released. */
export type Slot = {
  /** Whether the request got a slot, suspended or not. */
  decision(): LimitDecision
  /** Frees the slot while the body arrives, so that slow senders hold none. */
  suspend(): void
  /** Takes a slot again after `suspend`, if one is free. */
  resume(): void
  /**
   * From here on the request only waits for its model or its client: it still counts as open, but no
   * longer as busy. With a route, its duration feeds the adaptive limit.
   */
  endWork(route?: string, isAbandoned?: boolean): void
  release(): void
}

export type LoadLimits = {
  maxOpenRequests: number
  /** Lower bound of the adaptive limit. */
  minAdaptiveLimit: number
  /** 0: no limit. */
  maxOpenRequestsPerAddress: number
  /** 0: no limit. */
  maxEventLoopDelayMs: number
}

export function createLoadLimiter(
  limits: LoadLimits,
  metrics: Metrics,
  now: () => number = () => performance.now(),
): LoadLimiter {
  const { maxOpenRequests, maxOpenRequestsPerAddress, maxEventLoopDelayMs } = limits
  const adaptive = createAdaptiveLimit({ min: limits.minAdaptiveLimit, max: maxOpenRequests }, now)
  metrics.adaptiveLimit.set(adaptive.current())
  let open = 0
  /** The open requests that the process is working on. */
  let busy = 0
  /** When the first request was rejected since the last was admitted. */
  let refusedSinceMs: number | null = null
  const byNetwork = new Map<string, number>()
  const meter = createLagMeter()
  const isLagging = () => maxEventLoopDelayMs > 0 && meter.lagMs() > maxEventLoopDelayMs

  const count = (change: number) => {
    open += change
    metrics.openRequests.set(open)
  }
  const countBusy = (change: number) => {
    busy += change
    adaptive.note(busy)
  }
  const countNetwork = (network: string, change: number): number => {
    const counted = (byNetwork.get(network) ?? 0) + change
    if (counted > 0) byNetwork.set(network, counted)
    else byNetwork.delete(network)
    return counted
  }
  const lagging = { allowed: false, limit: maxOpenRequests, remaining: 0, resetSeconds: 1 }
  /** The limit that is exceeded, or the one with fewer slots left. */
  function decideSlot(): LimitDecision {
    const ofOpen = decide(open + 1, maxOpenRequests)
    const ofBusy = decide(busy + 1, adaptive.current())
    return !ofOpen.allowed || ofOpen.remaining < ofBusy.remaining ? ofOpen : ofBusy
  }
  function takeSlot(): LimitDecision {
    const decision = decideSlot()
    if (decision.allowed) {
      count(1)
      countBusy(1)
    }
    if (decision.allowed && !isLagging()) refusedSinceMs = null
    else refusedSinceMs ??= now()
    return decision
  }

  return {
    acquire(network) {
      const counted = maxOpenRequestsPerAddress > 0 ? network : null
      const taken = counted === null ? 0 : countNetwork(counted, 1)
      const isWithin = counted === null || taken <= maxOpenRequestsPerAddress
      let decision = isWithin ? takeSlot() : decide(taken, maxOpenRequestsPerAddress)
      let isOpen = decision.allowed
      let isBusy = isOpen
      let isSuspended = false
      let isOver = false
      let beganMs = now()
      const endWork = (route?: string, isAbandoned = false) => {
        if (!isBusy) return
        isBusy = false
        const milliseconds = now() - beganMs
        if (route !== undefined) adaptive.observe(route, { milliseconds, beganMs, isAbandoned })
        metrics.adaptiveLimit.set(adaptive.current())
        countBusy(-1)
      }
      const suspend = () => {
        if (!isOpen) return
        endWork()
        count(-1)
        isOpen = false
        isSuspended = true
      }
      return {
        decision: () => decision,
        suspend,
        resume() {
          if (!isSuspended || isOpen || isOver) return
          decision = takeSlot()
          isOpen = decision.allowed
          isBusy = isOpen
          beganMs = now()
        },
        endWork,
        release() {
          if (isOver) return
          isOver = true
          suspend()
          if (counted !== null) countNetwork(counted, -1)
        },
      }
    },
    refusal() {
      const decision = isLagging() ? lagging : decideSlot()
      if (decision.allowed) return null
      refusedSinceMs ??= now()
      return decision
    },
    lagging,
    watchLag: () => meter.start(),
    isLagging,
    isSaturated: () =>
      refusedSinceMs !== null &&
      now() - refusedSinceMs >= SATURATED_AFTER_MS &&
      (!decideSlot().allowed || isLagging()),
    close: () => meter.stop(),
  }
}

const decide = (taken: number, limit: number): LimitDecision => ({
  allowed: taken <= limit,
  limit,
  remaining: Math.max(0, limit - taken),
  resetSeconds: 1,
})
