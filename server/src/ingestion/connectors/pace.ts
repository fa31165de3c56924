import { setTimeout as sleep } from 'node:timers/promises'

/** Keeps the pauses that a site asks for, over all requests to it. */
export type Pace = {
  /** Resolves when the next request may be sent. */
  turn(signal: AbortSignal): Promise<void>
  setDelay(delayMs: number): void
  /** No request before this has passed. */
  holdFor(pauseMs: number): void
}

export function createPace(): Pace {
  let delayMs = 0
  let nextAt = 0
  return {
    async turn(signal) {
      const now = performance.now()
      const at = Math.max(now, nextAt)
      nextAt = at + delayMs
      if (at > now) await sleep(at - now, undefined, { signal })
    },
    setDelay(value) {
      delayMs = value
    },
    holdFor(pauseMs) {
      nextAt = Math.max(nextAt, performance.now() + pauseMs)
    },
  }
}

/** Retry-After in milliseconds: seconds, or a date. null: none that can be read. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
