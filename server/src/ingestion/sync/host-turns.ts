/** Requests that one host gets from this process at a time, over all sources. */
const AT_ONCE = 4

export type HostTurns = {
  /** Runs the work when the host of the key has a turn free. */
  take<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** A site must not notice that it is read by several syncs. What is no URL waits for nobody. */
export function createHostTurns(atOnce = AT_ONCE): HostTurns {
  const waiting = new Map<string, (() => void)[]>()
  const busy = new Map<string, number>()

  async function enter(host: string): Promise<void> {
    const count = busy.get(host) ?? 0
    if (count < atOnce) {
      busy.set(host, count + 1)
      return
    }
    const queue = waiting.get(host) ?? []
    waiting.set(host, queue)
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  function leave(host: string): void {
    const next = waiting.get(host)?.shift()
    // The turn goes on to whoever waits, so the count stays.
    if (next) {
      next()
      return
    }
    waiting.delete(host)
    const left = (busy.get(host) ?? 1) - 1
    if (left === 0) busy.delete(host)
    else busy.set(host, left)
  }

  return {
    async take(key, work) {
      const host = URL.canParse(key) ? new URL(key).host : ''
      if (host === '') return work()
      await enter(host)
      try {
        return await work()
      } finally {
        leave(host)
      }
    },
  }
}
