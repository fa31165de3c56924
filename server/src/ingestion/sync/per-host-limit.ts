import { limitConcurrency } from '../../platform/limit-concurrency.ts'

/** Requests that one host gets from this process at a time, over all sources. */
const MAX_PER_HOST = 4

export type PerHostLimit = {
  /** Runs the work once the host of the key has room. A key that is no URL waits for nobody. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** Several syncs of one site together make no more requests than a single one. */
export function createPerHostLimit(maxPerHost = MAX_PER_HOST): PerHostLimit {
  const hosts = new Map<string, { limited: ReturnType<typeof limitConcurrency>; users: number }>()
  return {
    async run(key, work) {
      const host = URL.canParse(key) ? new URL(key).host : ''
      if (host === '') return work()
      const limit = hosts.get(host) ?? { limited: limitConcurrency(maxPerHost), users: 0 }
      hosts.set(host, limit)
      limit.users += 1
      try {
        return await limit.limited(work)
      } finally {
        limit.users -= 1
        if (limit.users === 0) hosts.delete(host)
      }
    },
  }
}
