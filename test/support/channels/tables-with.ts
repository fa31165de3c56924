import type { TestDatabase } from '../store/services.ts'
import { readRows } from '../store/services.ts'

/** The tables that have a row with one of the texts. */
export async function tablesWith(database: TestDatabase, ...texts: string[]): Promise<string[]> {
  const tables = await readRows<{ name: string }>(
    database,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const has = texts.map((text) => `t::text ilike '%${text}%'`).join(' or ')
    const rows = await readRows(database, `select from ${name} t where ${has} limit 1`)
    if (rows.length > 0) found.push(name)
  }
  return found
}
