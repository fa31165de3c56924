import type { Metrics } from '../metrics.ts'
import type { Db, OpenDatabase } from './db.ts'
import { readPosition } from './wal-position.ts'

/** Streaming standbys of the primary, to read what may be stale. */
export type Standbys = {
  /** Reads from the least busy of those that are up to date; null: there is none. */
  read<Result>(
    work: (db: Db) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<{ server: string; result: Result } | null>
  close(): Promise<void>
}

export type StandbyOptions = {
  primary: Db
  /** `name`: host and port. */
  standbys: readonly { name: string; database: OpenDatabase; maxReads: number }[]
  /** One that is further behind is not read from. */
  maxLagMs: number
  metrics: Pick<Metrics, 'standbyLagSeconds'>
  now?: () => number
}

/** While there is something to read, standbys are looked at this often. Nobody looks when nothing is read. */
const LOOK_MS = 1_000
/** What was seen longer ago is not known any more. */
const KNOWN_MS = 3_000
/** After a failure. */
const REST_MS = 2_000
/** Positions of the primary are kept this long. A standby that is further behind is at least so far behind. */
const REMEMBERED_MS = 60_000

type Standby = StandbyOptions['standbys'][number] & {
  reading: number
  isLookedAt: boolean
  /** When it was looked at, and how far behind it was then; null: not known, or it is no standby. */
  seen: { atMs: number; lagMs: number | null }
  restsUntilMs: number
}

/** That the primary had written so much by then. */
type Milestone = { position: bigint; atMs: number }

/**
 * How far a standby is behind is measured by positions in the WAL that the primary is known to have had at
 * some time of this process's own clock. What a standby says of itself is not enough: one that is cut off
 * has replayed all that it received.
 */
export function createStandbys(options: StandbyOptions): Standbys {
  const { primary, maxLagMs, metrics, now = () => performance.now() } = options
  const standbys = options.standbys.map((each): Standby => ({
    ...each,
    reading: 0,
    isLookedAt: false,
    seen: { atMs: -Infinity, lagMs: null },
    restsUntilMs: -Infinity,
  }))
  let milestones: Milestone[] = []
  let lookedMs = -Infinity

  async function look(): Promise<void> {
    lookedMs = now()
    const atMs = lookedMs
    const position = await readPosition(primary, 'written')
    if (position === null) return
    // After a failover the new primary may have written less than the old one.
    const reached = milestones.filter((milestone) => milestone.position < position)
    const kept = reached.filter((milestone) => milestone.atMs > atMs - REMEMBERED_MS)
    milestones = [...kept, { position, atMs }]
    for (const standby of standbys) {
      if (!standby.isLookedAt) void lookAt(standby)
      else if (!isKnown(standby)) metrics.standbyLagSeconds.remove({ server: standby.name })
    }
  }

  async function lookAt(standby: Standby): Promise<void> {
    standby.isLookedAt = true
    try {
      const position = await readPosition(standby.database.db, 'replayed')
      const atMs = now()
      standby.seen = { atMs, lagMs: position === null ? null : computeLag(position, atMs) }
    } catch {
      standby.seen = { atMs: now(), lagMs: null }
    } finally {
      standby.isLookedAt = false
    }
    const { lagMs } = standby.seen
    if (lagMs === null) metrics.standbyLagSeconds.remove({ server: standby.name })
    else metrics.standbyLagSeconds.set({ server: standby.name }, lagMs / 1000)
  }

  /** At most so far: since then the primary may have written nothing for a while. */
  function computeLag(position: bigint, atMs: number): number {
    const reached = milestones.findLast((milestone) => milestone.position <= position)
    return reached ? atMs - reached.atMs : REMEMBERED_MS
  }

  const isKnown = ({ seen }: Standby): boolean => seen.atMs > now() - KNOWN_MS

  const isUsable = (standby: Standby): boolean =>
    standby.seen.lagMs !== null &&
    standby.seen.lagMs <= maxLagMs &&
    isKnown(standby) &&
    standby.restsUntilMs <= now() &&
    standby.reading < standby.maxReads

  /** Of equally busy ones each in turn: the one that was chosen goes to the end. */
  function choose(): Standby | undefined {
    const [chosen] = standbys.filter(isUsable).toSorted((a, b) => a.reading - b.reading)
    if (chosen) standbys.push(...standbys.splice(standbys.indexOf(chosen), 1))
    return chosen
  }

  return {
    async read(work, signal) {
      // The primary is asked by whoever searches next; that it does not answer is theirs to report.
      if (lookedMs <= now() - LOOK_MS) look().catch(() => undefined)
      const standby = choose()
      if (!standby) return null
      const rest = () => {
        standby.restsUntilMs = now() + REST_MS
      }
      const onAbort = () => {
        if (isTimeout(signal.reason)) rest()
      }
      signal.addEventListener('abort', onAbort, { once: true })
      standby.reading += 1
      try {
        return { server: standby.name, result: await work(standby.database.db) }
      } catch (error) {
        rest()
        throw error
      } finally {
        standby.reading -= 1
        signal.removeEventListener('abort', onAbort)
      }
    },
    async close() {
      await Promise.all(standbys.map(({ database }) => database.db.destroy()))
    },
  }
}

const isTimeout = (reason: unknown): boolean =>
  reason instanceof Error && reason.name === 'TimeoutError'
