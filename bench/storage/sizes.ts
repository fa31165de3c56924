import { runSql, superuserUrl } from '../lib/database.ts'
import { rounded } from '../lib/figures.ts'

/** A table or an index, and its bytes on disk; what a table keeps out of line is its own. */
export type Relation = { name: string; table: string; isIndex: boolean; bytes: number }

export async function readSizes(ownerUrl: string): Promise<Relation[]> {
  const rows = await runSql<{ name: string; table: string; is_index: boolean; bytes: string }>(
    superuserUrl(ownerUrl),
    `select c.relname as name, coalesce(t.relname, c.relname) as table, c.relkind = 'i' as is_index,
       case c.relkind when 'i' then pg_relation_size(c.oid) else pg_table_size(c.oid) end as bytes
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     left join pg_index i on i.indexrelid = c.oid
     left join pg_class t on t.oid = i.indrelid
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'i')`,
  )
  return rows.map(({ name, table, is_index, bytes }) => ({
    name,
    table,
    isIndex: is_index,
    bytes: Number(bytes),
  }))
}

/** What was added since, in bytes for one of `count`, the largest first; those of less than 1 % are one row. */
export function growthOfEach(
  before: readonly Relation[],
  after: readonly Relation[],
  count: number,
): { total: number; rows: { name: string; index: boolean; bytes: number }[] } {
  const earlier = new Map(before.map(({ name, bytes }) => [name, bytes]))
  const grown = after
    .map(({ name, isIndex, bytes }) => ({
      name,
      index: isIndex,
      bytes: Math.round((bytes - (earlier.get(name) ?? 0)) / count),
    }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows = grown.filter(({ bytes }) => bytes >= total / 100)
  const rest = total - rows.reduce((sum, { bytes }) => sum + bytes, 0)
  return { total, rows: [...rows, { name: 'all others', index: false, bytes: rest }] }
}

/** Where the log is written, and how many whole pages, which follow a checkpoint, are in it. */
export type WalPosition = { lsn: string; bytes: number; pages: number }

export async function readWal(ownerUrl: string): Promise<WalPosition> {
  const [row] = await runSql<{ lsn: string; bytes: string; pages: string }>(
    superuserUrl(ownerUrl),
    `select lsn, lsn - '0/0' as bytes, (select wal_fpi from pg_stat_wal) as pages
     from pg_current_wal_insert_lsn() as lsn`,
  )
  return { lsn: row?.lsn ?? '0/0', bytes: Number(row?.bytes), pages: Number(row?.pages) }
}

/** What share of the log is of which kind, such as Heap, Btree and Gin, the index of terms. */
export async function walKinds(
  ownerUrl: string,
  from: WalPosition,
  to: WalPosition,
): Promise<Record<string, number>> {
  const url = superuserUrl(ownerUrl)
  await runSql(url, 'create extension if not exists pg_walinspect')
  const rows = await runSql<{ kind: string; percent: number }>(
    url,
    `select "resource_manager/record_type" as kind, combined_size_percentage as percent
     from pg_get_wal_stats($1, $2) where combined_size_percentage >= 1 order by 2 desc`,
    [from.lsn, to.lsn],
  )
  return Object.fromEntries(rows.map(({ kind, percent }) => [kind, rounded(percent / 100)]))
}
