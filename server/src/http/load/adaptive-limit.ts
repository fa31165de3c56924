/** Always acceptable, however fast the route can be: nobody minds waiting this long. */
const TOLERATED_MS = 500
/** How many times the route's best time a request may take. */
const TOLERATED_RATIO = 3
/** The share of a window's requests that may take longer. */
const TOLERATED_SHARE = 0.1
/** The initial limit, before anything is measured. */
const START = 100
/** A window ends after this many samples, but not before `minMs` and no later than `maxMs`. */
const WINDOW = { samples: 20, minMs: 250, maxMs: 1_000 }

export type AdaptiveLimit = {
  current(): number
  /** Reports how many requests are being worked on. */
  note(busy: number): void
  /** Reports how long a request to this route was worked on. */
  observe(route: string, sample: Sample): void
}

export type Sample = {
  milliseconds: number
  beganMs: number
  /** The client disconnected first, so the request would have taken longer than this. */
  isAbandoned?: boolean
}

type Window = { beganMs: number; peak: number; count: number; byRoute: Map<string, Sample[]> }

/**
 * How many requests may be worked on at once, by how long they take: a limit that grows by its square
 * root while they are as fast as ever, and shrinks in proportion when they are not. `min` and `max` bound
 * it. docs/decisions/0018-overload.md has the reasons.
 */
export function createAdaptiveLimit(
  { min, max }: { min: number; max: number },
  now: () => number = () => performance.now(),
): AdaptiveLimit {
  const least = Math.min(min, max)
  const baselines = new Map<string, number>()
  let limit = Math.min(max, Math.max(least, START))
  /** Requests that began before the limit last shrank still measure the old one. */
  let shrankMs = -Infinity
  let window: Window = openWindow(now())

  function close(): void {
    const ratios: number[] = []
    for (const [route, samples] of window.byRoute) {
      const served = samples.filter(({ isAbandoned }) => !isAbandoned)
      const atBest = Math.min(...served.map(({ milliseconds }) => milliseconds))
      const baseline = nextBaseline(baselines.get(route) ?? atBest, atBest, window.peak <= least)
      if (served.length > 0) baselines.set(route, baseline)
      const tolerated = Math.max(TOLERATED_MS, TOLERATED_RATIO * (baselines.get(route) ?? 0))
      ratios.push(...samples.map(({ milliseconds }) => milliseconds / tolerated))
    }
    ratios.sort((one, other) => one - other)
    const median = ratios[ratios.length >> 1] ?? 0
    const late = ratios.filter((ratio) => ratio > 1).length / ratios.length
    const isQueue = window.peak > least
    if (late > TOLERATED_SHARE && isQueue) {
      const share = Math.min(0.9, Math.max(0.5, 1 / median))
      limit = Math.max(least, Math.floor(Math.min(limit, window.peak) * share))
      shrankMs = now()
    } else if (late <= TOLERATED_SHARE && window.peak >= limit * 0.8) {
      limit = Math.min(max, limit + Math.ceil(Math.sqrt(limit)))
    }
    window = openWindow(now())
  }

  return {
    current: () => limit,
    note: (busy) => void (window.peak = Math.max(window.peak, busy)),
    observe(route, sample) {
      if (sample.beganMs < shrankMs) return
      // A client that disconnected sooner tells nothing.
      if (sample.isAbandoned && sample.milliseconds < TOLERATED_MS) return
      const samples = window.byRoute.get(route) ?? []
      window.byRoute.set(route, samples)
      samples.push(sample)
      window.count += 1
      const age = now() - window.beganMs
      if (age >= WINDOW.maxMs || (age >= WINDOW.minMs && window.count >= WINDOW.samples)) close()
    },
  }
}

const openWindow = (beganMs: number): Window => ({
  beganMs,
  peak: 0,
  count: 0,
  byRoute: new Map(),
})

/**
 * What a route takes when nothing queues. It rises only while at most the minimum is being worked on:
 * then there is no queue, so a model that became slower is soon no longer mistaken for load.
 */
const nextBaseline = (before: number, atBest: number, isIdle: boolean): number =>
  isIdle ? atBest : Math.min(before, atBest)
