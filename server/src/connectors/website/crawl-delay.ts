import { setTimeout as sleep } from 'node:timers/promises'

/** Spaces out all requests to a site by the delay it asks for. */
export type CrawlDelay = {
  /** Resolves when the next request may be sent. */
  wait(signal: AbortSignal): Promise<void>
  setDelay(delayMs: number): void
  /** Holds back all requests for this long. */
  pauseFor(pauseMs: number): void
}

export function createCrawlDelay(): CrawlDelay {
  let delayMs = 0
  let nextAt = 0
  return {
    async wait(signal) {
      const now = performance.now()
      const at = Math.max(now, nextAt)
      nextAt = at + delayMs
      if (at > now) await sleep(at - now, undefined, { signal })
    },
    setDelay(value) {
      delayMs = value
    },
    pauseFor(pauseMs) {
      nextAt = Math.max(nextAt, performance.now() + pauseMs)
    },
  }
}
