import { unpackAnswer } from '../../../server/src/conversations/packed-answer.ts'
import type { TestDatabase } from './services.ts'
import { readRows } from './services.ts'

/** In how many rows of each table, of every schema but the catalogue's, one of the words is. */
export async function scanTables(
  database: Pick<TestDatabase, 'ownerUrl'>,
  words: readonly string[],
): Promise<Record<string, number>> {
  const tables = await readRows<{ name: string; label: string }>(
    database,
    `select format('%I.%I', n.nspname, c.relname) as name,
            case n.nspname
              when 'public' then coalesce(
                (select inhparent::regclass::text from pg_inherits where inhrelid = c.oid), c.relname)
              else format('%s.%s', n.nspname, c.relname)
            end as label
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )
  const pattern = words.join('|')
  // Bytes are shown in hex, and a text in them would be too.
  const inHex = words.map((word) => Buffer.from(word).toString('hex')).join('|')
  const found: Record<string, number> = {}
  for (const { name, label } of tables) {
    const [row] = await readRows<{ count: number }>(
      database,
      `select count(*)::int as count from ${name} t where t::text ~ '${pattern}|${inHex}'`,
    )
    if (row && row.count > 0) found[label] = (found[label] ?? 0) + row.count
  }
  const messages = await countMessages(database, new RegExp(`${pattern}|${inHex}`))
  return messages === 0 ? found : { ...found, messages }
}

/** The same of messages, whose answers are packed. */
async function countMessages(
  database: Pick<TestDatabase, 'ownerUrl'>,
  words: RegExp,
): Promise<number> {
  const rows = await readRows<{ row: string; packed: Buffer | null }>(
    database,
    'select m::text as row, packed from messages m',
  )
  const texts = rows.map(
    ({ row, packed }) => row + (packed ? JSON.stringify(unpackAnswer(packed)) : ''),
  )
  return texts.filter((text) => words.test(text)).length
}

/** Every table that has rows of knowledge bases; partitions count as their table. */
export async function tablesOfKnowledgeBases(
  database: Pick<TestDatabase, 'ownerUrl'>,
): Promise<string[]> {
  const rows = await readRows<{ name: string }>(
    database,
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'knowledge_base_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition
     order by 1`,
  )
  return rows.map(({ name }) => name)
}
