import type { CellDatabase } from './cell-database.ts'
import { rowsOf } from './cell-database.ts'
import type { Moving, TenantTable } from './tenant-tables.ts'
import { rowsIn } from './tenant-tables.ts'

const PEOPLE = 'accounts.people'
/** Sessions are a cell's own: whoever was signed in signs in once more. */
const SESSIONS = 'accounts.sessions'

type Reference = { table: string; column: string }

/** What an account consists of beside its person, from the catalogue. */
const readReferences = (database: CellDatabase): Promise<Reference[]> =>
  rowsOf<Reference>(
    database,
    `select r.conrelid::regclass::text as table, a.attname as column
     from pg_constraint r
     join pg_class c on c.oid = r.conrelid
     join pg_attribute a on a.attrelid = r.conrelid and a.attnum = r.conkey[1]
     where r.contype = 'f' and r.confrelid = $1::regclass
       and c.relnamespace = 'accounts'::regnamespace and r.conrelid::regclass::text <> $2
     order by 1`,
    [PEOPLE, SESSIONS],
  )

type Person = { id: string; email: string }

/**
 * People have an account in each cell. Whoever has none in the new one gets theirs copied; for others
 * the workspace's rows name the account that they have there. Within the transaction that opens it.
 */
export async function bringPeople(
  from: CellDatabase,
  to: CellDatabase,
  { tables, moving }: { tables: readonly TenantTable[]; moving: Moving },
): Promise<void> {
  const naming = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'person_id'))
    .map((table) => ({ table: table.name, rows: rowsIn(table, moving) }))
  const named = naming.map(({ table, rows }) => `select person_id from ${table} where ${rows}`)
  const people = await rowsOf<Person>(
    from,
    `select id, email from ${PEOPLE} where id in (${named.join(' union ')})`,
  )
  for (const { id, email } of people) {
    const [there] = await rowsOf<Person>(
      to,
      `select id, email from ${PEOPLE} where id = $1 or email = $2 order by id = $1 desc limit 1`,
      [id, email],
    )
    if (!there) await copyAccount(from, to, id)
    else if (there.id !== id) await rename(to, naming, { before: id, after: there.id })
  }
}

async function copyAccount(from: CellDatabase, to: CellDatabase, id: string): Promise<void> {
  const references = await readReferences(from)
  for (const { table, column } of [{ table: PEOPLE, column: 'id' }, ...references]) {
    const rows = await rowsOf<{ row: unknown }>(
      from,
      `select to_jsonb(t) as row from ${table} t where ${column} = $1`,
      [id],
    )
    for (const { row } of rows) {
      await rowsOf(
        to,
        `insert into ${table} select * from jsonb_populate_record(null::${table}, $1) on conflict do nothing`,
        [JSON.stringify(row)],
      )
    }
  }
  // What somebody may do with the installation, they may do with that one alone.
  await rowsOf(to, `update ${PEOPLE} set owns_installation = false where id = $1`, [id])
}

async function rename(
  to: CellDatabase,
  naming: readonly { table: string; rows: string }[],
  { before, after }: { before: string; after: string },
): Promise<void> {
  for (const { table, rows } of naming) {
    await rowsOf(to, `update ${table} set person_id = $2 where person_id = $1 and ${rows}`, [
      before,
      after,
    ])
  }
}
