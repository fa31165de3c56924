import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'

type TableRow = { name: string; refers_to: string[] }

/**
 * Every table with rows of knowledge bases, each before those it refers to. Read from the catalogue,
 * so that a new table is not forgotten. A partition goes with the embedding space that it belongs to.
 */
export async function tenantTables(tx: TenantTransaction): Promise<string[]> {
  const { rows } = await sql<TableRow>`
    select c.relname as name, array(
      select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as refers_to
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'knowledge_base_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and has_table_privilege(c.oid, 'select, delete')
    order by 1`.execute(tx)
  const byName = new Map(rows.map((row) => [row.name, row]))
  const parentsFirst = new Set<string>()
  const add = ({ name, refers_to }: TableRow): void => {
    for (const parent of refers_to) {
      const row = byName.get(parent)
      if (row && !parentsFirst.has(parent)) add(row)
    }
    parentsFirst.add(name)
  }
  rows.forEach(add)
  return [...parentsFirst].toReversed()
}
