import type { CellDatabase } from './cell-database.ts'
import { MoveError, queryRows } from './cell-database.ts'
import type { Moving, TenantTable } from './tenant-tables.ts'
import { rowsIn } from './tenant-tables.ts'

/** Types whose text takes long to make, and whose binary form is the same everywhere. */
const SENT = new Set(['vector', 'halfvec', 'sparsevec'])

const digestOfRow = ({ columns }: TenantTable): string => {
  const values = columns.map(({ name, type }) =>
    SENT.has(type) ? `${type}_send(t.${name})` : `t.${name}`,
  )
  return `hashtextextended(row(${values.join()})::text, 0)`
}

/** Gone with the connection. */
const nameDigests = ({ name }: TenantTable): string => `pg_temp.digests_of_${name}`

/**
 * Reads every row and keeps its digest, while the workspace is still used. Whoever changes a row writes
 * another version of it, with their own transaction in `xmin`: what is kept is true of one version for
 * ever, so it does not matter when each side was read.
 */
export async function rememberDigests(
  database: CellDatabase,
  tables: readonly TenantTable[],
  moving: Moving,
): Promise<void> {
  for (const table of tables) {
    await queryRows(
      database,
      `create temporary table ${nameDigests(table)} as
       select ${table.key.join()}, xmin as row_version, ${digestOfRow(table)} as row_digest
       from ${table.name} t where ${rowsIn(table, moving)}`,
    )
  }
  await queryRows(database, `analyze ${tables.map(nameDigests).join()}`)
}

export type Digest = { table: string; rows: string; digest: string }

/**
 * For each table, the number of rows and a sum over their contents. Where rows have a version, only key
 * and version are read. One statement, since nobody serves the workspace meanwhile.
 */
export const readDigests = (
  database: CellDatabase,
  tables: readonly TenantTable[],
  moving: Moving,
): Promise<Digest[]> =>
  queryRows<Digest>(
    database,
    tables
      .map(
        (table) => `
        select '${table.name}' as table, count(*) as rows,
               coalesce(sum(coalesce(row_digest, (
                 select ${digestOfRow(table)} from ${table.name} t where t.ctid = v.place
               ))), 0)::text as digest
        from (
          select ctid as place, xmin as row_version, ${table.key.join()}
          from ${table.name} where ${rowsIn(table, moving)}
        ) v
        left join ${nameDigests(table)} using (${[...table.key, 'row_version'].join()})`,
      )
      .join(' union all '),
  )

type Compared = {
  from: CellDatabase
  to: CellDatabase
  tables: readonly TenantTable[]
  moving: Moving
}

/** Refuses a copy that is not the same, row by row. Returns how many rows there are. */
export async function compareRows({ from, to, tables, moving }: Compared): Promise<number> {
  const [here, there] = await Promise.all([
    readDigests(from, tables, moving),
    readDigests(to, tables, moving),
  ])
  const copies = new Map(there.map((copy) => [copy.table, copy]))
  const differences = here.flatMap(({ table, rows, digest }) => {
    const copy = copies.get(table)
    if (copy?.rows === rows && copy.digest === digest) return []
    return [
      `${table} differs: ${rows} rows in cell ${from.cell}, ${copy?.rows ?? 'none'} in ${to.cell}.`,
    ]
  })
  if (differences.length > 0) {
    throw new MoveError(
      `${differences.join(' ')} Cell ${from.cell} serves the workspace. Undo the move with --abort.`,
    )
  }
  return here.reduce((sum, { rows }) => sum + Number(rows), 0)
}
