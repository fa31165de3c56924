import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Bulk work pauses for no longer than this before each document, so that it always gets on. A document of
 * a few passages takes as long when it is alone.
 */
const MAX_PAUSE_MS = 100

export type PriorityGate = {
  /** Others give way until it has ended. */
  first: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Resolves once nothing goes first, or after a tenth of a second. */
  giveWay: () => Promise<void>
}

/** Lets single documents overtake those of a long queue that are being indexed in the same process. */
export function createPriorityGate(): PriorityGate {
  let running = 0
  let none = Promise.withResolvers<void>()
  return {
    async first(work) {
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        if (running === 0) {
          none.resolve()
          none = Promise.withResolvers()
        }
      }
    },
    async giveWay() {
      if (running === 0) return
      await Promise.race([none.promise, sleep(MAX_PAUSE_MS, undefined, { ref: false })])
    },
  }
}
