import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, OpenDatabase } from '../../platform/database/db.ts'
import { readPosition } from '../../platform/database/wal-position.ts'
import type { Finding } from './finding.ts'
import { ok, readText, warning } from './finding.ts'

const POLL_MS = 50
/** Replay that waits longer for one search has others find less. In milliseconds. */
const LONGEST_WAIT = 10_000

type Facts = { follows: boolean; feedback: string; delay_ms: string }

/** Whether a server of CANDIDATE_DATABASE_URLS follows the primary, closely enough to be asked. */
export async function checkStandby(
  primary: Db,
  { name, database, maxLagMs }: { name: string; database: OpenDatabase; maxLagMs: number },
): Promise<Finding> {
  const check = `standby ${name}`
  try {
    const { rows } = await sql<Facts>`
      select pg_is_in_recovery() as follows, current_setting('hot_standby_feedback') as feedback,
             (select setting from pg_settings where name = 'max_standby_streaming_delay') as delay_ms
    `.execute(database.db)
    const [facts] = rows
    if (!facts?.follows) {
      return ok(check, 'It leads, or follows nobody, so searches pass it over.')
    }
    const lagMs = await waitForReplay(primary, database.db, maxLagMs)
    if (lagMs === null) {
      return warning(
        check,
        `It is more than ${maxLagMs / 1000} s behind, so it finds no candidates.`,
        'See pg_stat_replication on the primary and the log of the standby.',
      )
    }
    if (
      facts.feedback !== 'on' ||
      Number(facts.delay_ms) < 0 ||
      Number(facts.delay_ms) > LONGEST_WAIT
    )
      return warning(
        check,
        'Searches on it and its replay can hold each other up.',
        'Set hot_standby_feedback = on and max_standby_streaming_delay = 1s there and reload.',
      )
    return ok(check, `It follows, ${Math.round(lagMs)} ms behind at most.`)
  } catch (error) {
    return warning(
      check,
      `It cannot be asked, so the primary searches instead: ${readText(error)}`,
      'Correct CANDIDATE_DATABASE_URLS, or start the server.',
    )
  }
}

/** How long it took to replay what the primary had written; null: longer. */
async function waitForReplay(primary: Db, standby: Db, mostMs: number): Promise<number | null> {
  const beganMs = performance.now()
  const wanted = (await readPosition(primary, 'written')) ?? 0n
  for (;;) {
    const replayed = (await readPosition(standby, 'replayed')) ?? 0n
    const tookMs = performance.now() - beganMs
    if (replayed >= wanted) return tookMs
    if (tookMs > mostMs) return null
    await sleep(POLL_MS)
  }
}
