import pg from 'pg'
import { sleep } from '../../support/chaos/load.ts'

/** A write that was acknowledged, by the clock of this process. */
export type Acknowledged = { startedMs: number; endedMs: number }

export type SqlClients = {
  acknowledged: Acknowledged[]
  stop(): Promise<SqlOutcome>
}

export type SqlOutcome = {
  acknowledged: number
  lost: number
  /** Failed or never answered: they may be there or not. */
  unacknowledged: number
  reads: number
  /** Reads that began after a change was acknowledged and did not see it. */
  staleReads: number
}

const WRITERS = 6
const READERS = 2

/** Writers and readers straight on the database, many more than the service could be asked for. */
export async function startSqlClients(superuserUrl: string): Promise<SqlClients> {
  const pool = openPool(superuserUrl, WRITERS + READERS + 1)
  await pool.query('create schema failover')
  await pool.query(
    'create table failover.acknowledged (id bigint primary key, filler text not null)',
  )
  await pool.query('create table failover.change (number bigint not null)')
  await pool.query('insert into failover.change values (0)')
  const acknowledged: Acknowledged[] = []
  const ids: number[] = []
  const counts = { next: 1, unacknowledged: 0, change: 0, reads: 0, staleReads: 0 }
  const stopped = new AbortController()

  const write = async () => {
    const id = counts.next++
    const startedMs = performance.now()
    const filler = 'x'.repeat(200)
    try {
      await pool.query('insert into failover.acknowledged values ($1, $2)', [id, filler])
      acknowledged.push({ startedMs, endedMs: performance.now() })
      ids.push(id)
    } catch {
      counts.unacknowledged += 1
      await sleep(20)
    }
  }
  let tried = 0
  /** What a restriction does, in small: after it nobody may see what was before. */
  const change = async () => {
    const number = ++tried
    await pool.query('update failover.change set number = greatest(number, $1)', [number])
    counts.change = number
    await sleep(20)
  }
  const read = async () => {
    const atLeast = counts.change
    const { rows } = await pool.query<{ number: string }>('select number from failover.change')
    counts.reads += 1
    if (Number(rows[0]?.number) < atLeast) counts.staleReads += 1
    await sleep(5)
  }
  const repeat = async (work: () => Promise<void>) => {
    while (!stopped.signal.aborted) await work().catch(() => sleep(20))
  }
  const running = [
    ...Array.from({ length: WRITERS }, () => repeat(write)),
    ...Array.from({ length: READERS }, () => repeat(read)),
    repeat(change),
  ]
  return {
    acknowledged,
    async stop() {
      stopped.abort()
      await Promise.all(running)
      const { rows } = await pool.query<{ id: string }>('select id from failover.acknowledged')
      await pool.end()
      const stored = new Set(rows.map(({ id }) => Number(id)))
      return {
        acknowledged: ids.length,
        lost: ids.filter((id) => !stored.has(id)).length,
        unacknowledged: counts.unacknowledged,
        reads: counts.reads,
        staleReads: counts.staleReads,
      }
    },
  }
}

function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
  })
  // A connection that breaks leaves the pool by itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
