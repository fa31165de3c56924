import { runSql, superuserUrl } from '../lib/database.ts'
import { rounded } from '../lib/figures.ts'

/** Where the log is written. */
export async function readWalOf(ownerUrl: string): Promise<string> {
  const url = superuserUrl(ownerUrl)
  await runSql(url, 'create extension if not exists pg_walinspect')
  const [row] = await runSql<{ lsn: string }>(url, 'select pg_current_wal_flush_lsn() as lsn')
  return row?.lsn ?? '0/0'
}

export type WalOfEach = {
  /** Without whole pages. */
  walBytes: number
  /** Pages that were written whole, since they changed for the first time after a checkpoint. */
  wholePages: number
  wholePageBytes: number
  wal: { name: string; bytes: number }[]
}

/**
 * The log since then, for one of `count`, by the table or index whose first block a record is about. What
 * a table keeps out of line is its own.
 */
export async function walOfEach(
  ownerUrl: string,
  since: string,
  count: number,
): Promise<WalOfEach> {
  // Its commit writes out what is not on disk yet.
  await runSql(superuserUrl(ownerUrl), 'select pg_current_xact_id()')
  const rows = await runSql<{ name: string; bytes: string; page_bytes: string; pages: string }>(
    superuserUrl(ownerUrl),
    `with records as (
       select resource_manager, record_type, record_length - fpi_length as bytes, fpi_length,
              (length(block_ref) - length(replace(block_ref, '(FPW)', ''))) / 5 as pages,
              substring(block_ref from 'rel [0-9]+/[0-9]+/([0-9]+)')::oid as file
       from pg_get_wal_records_info($1, pg_current_wal_flush_lsn()))
     select coalesce(replace(t.relname, 'pg_toast_', '') , c.relname, resource_manager || ' ' || record_type) as name,
            sum(bytes) as bytes, sum(fpi_length) as page_bytes, sum(pages) as pages
     from records
     left join pg_class c on pg_relation_filenode(c.oid) = file
     left join pg_index i on i.indexrelid = c.oid and c.relnamespace = 'pg_toast'::regnamespace
     left join pg_class t on t.reltoastrelid = coalesce(i.indrelid, c.oid)
     group by 1 order by 2 desc`,
    [since],
  )
  const sum = (name: 'bytes' | 'page_bytes' | 'pages') =>
    rows.reduce((total, row) => total + Number(row[name]), 0)
  const each = (bytes: number | string) => Math.round(Number(bytes) / count)
  return {
    walBytes: each(sum('bytes')),
    wholePages: rounded(sum('pages') / count),
    wholePageBytes: each(sum('page_bytes')),
    wal: rows
      .map(({ name, bytes }) => ({ name, bytes: each(bytes) }))
      .filter(({ bytes }) => bytes >= 20),
  }
}
