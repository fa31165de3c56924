import type { CellDatabase } from './cell-database.ts'
import { queryRows } from './cell-database.ts'

/** How many of a resource that a move needs are in use on one server, and the setting that limits them. */
export type ResourceUse = {
  what: string
  setting: string
  cell: string
  used: number
  most: number
}

/** The cell that it leaves has a replication slot and a sender for every table that is copied. */
const SOURCE_USE = `
  select 'replication slots' as what, 'max_replication_slots' as setting,
         (select count(*)::int from pg_replication_slots) as used
  union all
  select 'WAL senders', 'max_wal_senders', (select count(*)::int from pg_stat_replication)`

/** The other cell has one worker that follows, and one more for each table that is copied. */
const DESTINATION_USE = `
  select 'logical replication workers' as what, 'max_logical_replication_workers' as setting,
         (select count(*)::int from pg_stat_activity
          where backend_type like 'logical replication %worker') as used
  union all
  select 'replication origins', 'max_replication_slots',
         (select count(*)::int from pg_replication_origin_status)`

const readCellUse = async (database: CellDatabase, statement: string): Promise<ResourceUse[]> => {
  const rows = await queryRows<Omit<ResourceUse, 'cell'>>(
    database,
    `select what, setting, used, current_setting(setting)::int as most from (${statement}) t`,
  )
  return rows.map((row) => ({ ...row, cell: database.cell }))
}

export const readResourceUse = async (
  from: CellDatabase,
  to: CellDatabase,
): Promise<ResourceUse[]> => [
  ...(await readCellUse(from, SOURCE_USE)),
  ...(await readCellUse(to, DESTINATION_USE)),
]

/** Names a resource that is used up, and what to do. null: some of each are left. */
export function describeExhausted(uses: readonly ResourceUse[]): string | null {
  const full = uses.find(({ used, most }) => used >= most)
  if (!full) return null
  const { what, setting, cell, most } = full
  return `all ${most} ${what} of the PostgreSQL of cell ${cell} are in use; raise ${setting} there, or wait for other moves`
}
