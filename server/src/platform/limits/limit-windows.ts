import { LRUCache } from 'lru-cache'
import { isAllowed } from './fair-share.ts'

/** What a process knows about one minute of one key. */
export type LimitWindow = {
  endsAtMs: number
  /** Used by all processes, as far as this one knows. */
  total: number
  /** Let through by this process. */
  admitted: number
  /** Part of the total not yet reported to Redis. Negative when Redis counted too much. */
  unreported: number
  /** The same for each network that shares the limit. */
  networks: Map<string, NetworkCount>
}

type NetworkCount = { used: number; unreported: number }

export type LimitWindows = ReturnType<typeof createLimitWindows>

export const WINDOW_MS = 60_000
/** About 20 MB of addresses. The least recently used is dropped first. */
const MAX_WINDOWS = 100_000

/**
 * The windows of one limiter. When another process began a window, its end is known to within `slackMs`;
 * it ends that much earlier here, so that none outlives the one in Redis.
 */
export function createLimitWindows(slackMs: number, now: () => number = () => performance.now()) {
  // By size: with max it would allocate all of it at once, for each limiter.
  const windows = new LRUCache<string, LimitWindow>({
    maxSize: MAX_WINDOWS,
    sizeCalculation: () => 1,
  })
  return {
    of(key: string): LimitWindow {
      const known = windows.get(key)
      if (known && known.endsAtMs - now() > slackMs) return known
      const opened: LimitWindow = {
        endsAtMs: now() + WINDOW_MS,
        total: 0,
        admitted: 0,
        unreported: 0,
        networks: new Map(),
      }
      windows.set(key, opened)
      return opened
    },
    msLeft: ({ endsAtMs }: LimitWindow): number => Math.max(0, endsAtMs - now()),
    endIn(window: LimitWindow, milliseconds: number): void {
      window.endsAtMs = now() + milliseconds
    },
  }
}

export const usedBy = ({ networks }: LimitWindow, network: string | null): number | null =>
  network === null ? null : (networks.get(network)?.used ?? 0)

export type Use = { limit: number; cost: number; network: string | null }

/** Counts a request by what this process knows. False when it is refused. */
export function countHere(window: LimitWindow, { limit, cost, network }: Use): boolean {
  const counted = { limit, total: window.total, own: usedBy(window, network) }
  if (window.admitted + cost > limit || !isAllowed(counted, cost)) return false
  window.total += cost
  window.admitted += cost
  addUnreported(window, network, cost)
  if (network !== null) networkIn(window, network).used += cost
  return true
}

/** What to report to Redis with the next request. It is then considered reported. */
export function takeUnreported(window: LimitWindow, network: string | null) {
  const counted = network === null ? undefined : window.networks.get(network)
  const taken = { total: window.unreported, own: counted?.unreported ?? 0 }
  window.unreported = 0
  if (counted) counted.unreported = 0
  return taken
}

export function addUnreported(
  window: LimitWindow,
  network: string | null,
  total: number,
  own: number = total,
): void {
  window.unreported += total
  if (network !== null && own !== 0) networkIn(window, network).unreported += own
}

/** Redis's count for all processes, plus what it does not know yet. */
export function adopt(
  window: LimitWindow,
  network: string | null,
  { total, own }: { total: number; own: number | null },
): void {
  window.total = total + window.unreported
  if (network === null || own === null || own === 0) return
  const counted = networkIn(window, network)
  counted.used = own + counted.unreported
}

function networkIn({ networks }: LimitWindow, network: string): NetworkCount {
  const known = networks.get(network)
  if (known) return known
  const counted = { used: 0, unreported: 0 }
  networks.set(network, counted)
  return counted
}
