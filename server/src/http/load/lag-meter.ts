import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 10
const WINDOW_MS = 1_000

export type LagMeter = {
  /** The average lag of the event loop in the last measured second. */
  lagMs(): number
  start(): void
  stop(): void
}

/** Returns 0 until it is started. */
export function createLagMeter(): LagMeter {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let lagMs = 0
  let timer: NodeJS.Timeout | undefined
  const measure = () => {
    // NaN: the loop was blocked for the whole window.
    const meanMs = histogram.mean / 1e6
    lagMs = Number.isNaN(meanMs) ? Infinity : Math.max(0, meanMs - RESOLUTION_MS)
    histogram.reset()
  }
  return {
    lagMs: () => lagMs,
    start() {
      if (timer) return
      histogram.enable()
      timer = setInterval(measure, WINDOW_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      histogram.disable()
    },
  }
}
