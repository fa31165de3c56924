import type { Metrics } from '../../platform/metrics.ts'

/** Connections without a key yet. A page needs one or two; readers behind one proxy need more. */
const MAX_WAITING_PER_NETWORK = 100

export type SocketLimits = { maxSockets: number; maxSocketsPerKey: number }

/** What counting and stopping connections needs to know of one. */
export type Connection = { drain(): void }

export type Sockets = {
  /** False when there are too many in total, or too many without a key from this network. */
  open(connection: Connection, network: string): boolean
  /** The connection presented a valid key. False when that key has too many. */
  identify(connection: Connection, keyId: string): boolean
  close(connection: Connection): void
  /** Tells each connection to finish its open questions and close. New connections are rejected. */
  drain(): void
  isDraining(): boolean
}

type Counts = Map<string, number>

/** Every open connection of this process, counted per network and per key. */
export function createSockets(limits: SocketLimits, metrics: Metrics): Sockets {
  const ends = new Map<Connection, () => void>()
  const waiting: Counts = new Map()
  const byKey: Counts = new Map()
  let draining = false

  return {
    open(connection, network) {
      if (ends.size >= limits.maxSockets) return false
      if ((waiting.get(network) ?? 0) >= MAX_WAITING_PER_NETWORK) return false
      ends.set(connection, count(waiting, network))
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

/** Adds one and returns the function that takes it back. */
function count(counts: Counts, name: string): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return () => {
    const left = (counts.get(name) ?? 0) - 1
    if (left > 0) counts.set(name, left)
    else counts.delete(name)
  }
}
