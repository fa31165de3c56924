import type { CellDatabase } from './cell-database.ts'
import { rowsOf } from './cell-database.ts'

/** What a copy takes of one of the two servers, and the setting that limits it. */
export type Taken = { what: string; setting: string; cell: string; used: number; most: number }

/** Of the cell that is left: every table that is copied has a slot and a sender of its own. */
const OF_SOURCE = `
  select 'replication slots' as what, 'max_replication_slots' as setting,
         (select count(*)::int from pg_replication_slots) as used
  union all
  select 'WAL senders', 'max_wal_senders', (select count(*)::int from pg_stat_replication)`

/** Of the other: one worker follows, and one more copies each table. */
const OF_DESTINATION = `
  select 'logical replication workers' as what, 'max_logical_replication_workers' as setting,
         (select count(*)::int from pg_stat_activity
          where backend_type like 'logical replication %worker') as used
  union all
  select 'replication origins', 'max_replication_slots',
         (select count(*)::int from pg_replication_origin_status)`

const takenOf = async (database: CellDatabase, statement: string): Promise<Taken[]> => {
  const rows = await rowsOf<Omit<Taken, 'cell'>>(
    database,
    `select what, setting, used, current_setting(setting)::int as most from (${statement}) t`,
  )
  return rows.map((row) => ({ ...row, cell: database.cell }))
}

export const readTaken = async (from: CellDatabase, to: CellDatabase): Promise<Taken[]> => [
  ...(await takenOf(from, OF_SOURCE)),
  ...(await takenOf(to, OF_DESTINATION)),
]

/** What none is left of, or null. */
export function whatIsMissing(taken: readonly Taken[]): string | null {
  const full = taken.find(({ used, most }) => used >= most)
  if (!full) return null
  const { what, setting, cell, most } = full
  return `all ${most} ${what} of the PostgreSQL of cell ${cell} are in use; raise ${setting} there, or wait for other moves`
}
