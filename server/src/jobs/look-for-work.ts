import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { errorFields } from '../platform/log.ts'
import type { Repeating } from './repeat.ts'
import { repeat } from './repeat.ts'

/**
 * How late work may start that nobody is notified of: jobs that were to wait or are tried again, syncs
 * by schedule, deliveries.
 */
const LOOK_MS = 2_000
/** While something is due, more of it may be soon. A running sync is due every second. */
const LOOK_AGAIN_MS = 1_000

/** Work that a worker looks for. */
export type DueWork = {
  /** Whether there is some. */
  isDue: RawBuilder<unknown>
  run: () => Promise<unknown>
  /** Between the end of one run and the next. */
  pauseMs?: number
  /** Logged when a run failed. It is tried again while there is something due. */
  failed: string
}

export type LookingDeps = Repeating & { db: Db }

/** Looks for all kinds of work with one statement, so that a service that nobody uses is quiet. */
export function startLooking(deps: LookingDeps, works: readonly DueWork[]): void {
  const look = createLook(deps, works)
  const failed = 'looking for due work failed and will be retried'
  repeat(deps, { pauseMs: LOOK_MS, startsAtOnce: true, failed }, look)
}

/** The next pause. One kind of work does not wait for another, and runs once at a time. */
export function createLook(
  { db, log }: Pick<LookingDeps, 'db' | 'log'>,
  works: readonly DueWork[],
): () => Promise<number> {
  const busy = new Set<DueWork>()

  async function run(work: DueWork): Promise<void> {
    busy.add(work)
    await work.run().catch((error: unknown) => log.warn(errorFields(error), work.failed))
    setTimeout(() => busy.delete(work), work.pauseMs ?? 0).unref()
  }

  return async () => {
    const due = await findDue(
      db,
      works.filter((work) => !busy.has(work)),
    )
    for (const work of due) void run(work)
    return due.length > 0 ? LOOK_AGAIN_MS : LOOK_MS
  }
}

async function findDue(db: Db, works: readonly DueWork[]): Promise<DueWork[]> {
  if (works.length === 0) return []
  const { rows } = await sql<{ due: boolean[] }>`
    select array[${sql.join(works.map(({ isDue }) => isDue))}] as due`.execute(db)
  return works.filter((_, index) => rows[0]?.due[index] === true)
}
