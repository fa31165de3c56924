import type { Metrics } from '../../platform/metrics.ts'

/** Without a key yet: a page needs one or two, and a proxy's readers some more. */
const MAX_WAITING_PER_ADDRESS = 100

export type SocketLimits = { maxSockets: number; maxSocketsPerKey: number }

/** A connection, as those who count and stop them see it. */
export type Connection = { drain(): void }

export type Sockets = {
  /** False when there are too many, in all or from this address without a key. */
  open(connection: Connection, address: string): boolean
  /** It showed a good key. False when that key has too many. */
  identify(connection: Connection, keyId: string): boolean
  close(connection: Connection): void
  /** Tells each to end with the questions it has. New ones are turned away. */
  drain(): void
  isDraining(): boolean
}

type Counts = Map<string, number>

/** Every open connection of this process, counted by what limits them. */
export function createSockets(limits: SocketLimits, metrics: Metrics): Sockets {
  const ends = new Map<Connection, () => void>()
  const waiting: Counts = new Map()
  const byKey: Counts = new Map()
  let draining = false

  return {
    open(connection, address) {
      if (ends.size >= limits.maxSockets) return false
      if ((waiting.get(address) ?? 0) >= MAX_WAITING_PER_ADDRESS) return false
      ends.set(connection, count(waiting, address))
      metrics.openSockets.set(ends.size)
      return true
    },
    identify(connection, keyId) {
      if (limits.maxSocketsPerKey > 0 && (byKey.get(keyId) ?? 0) >= limits.maxSocketsPerKey) {
        return false
      }
      ends.get(connection)?.()
      ends.set(connection, count(byKey, keyId))
      return true
    },
    close(connection) {
      ends.get(connection)?.()
      ends.delete(connection)
      metrics.openSockets.set(ends.size)
    },
    drain() {
      draining = true
      for (const connection of ends.keys()) connection.drain()
    },
    isDraining: () => draining,
  }
}

/** Counts one more; returns how to take it back. */
function count(counts: Counts, name: string): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return () => {
    const left = (counts.get(name) ?? 0) - 1
    if (left > 0) counts.set(name, left)
    else counts.delete(name)
  }
}
