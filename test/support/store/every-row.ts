import type { TestDatabase } from './services.ts'
import { readRows } from './services.ts'

/** Every row of every table, as text. */
export async function everyRow(database: TestDatabase): Promise<Record<string, unknown>> {
  const tables = await readRows<{ name: string }>(
    database,
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    rows[name] = await readRows(database, `select t::text from ${name} t`)
  }
  return rows
}
