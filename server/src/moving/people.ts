import type { CellDatabase } from './cell-database.ts'
import { queryRows } from './cell-database.ts'
import type { Moving, TenantTable } from './tenant-tables.ts'
import { rowsIn } from './tenant-tables.ts'

const PEOPLE = 'accounts.people'
/** Sessions are a cell's own: people who were signed in sign in again. */
const SESSIONS = 'accounts.sessions'

type Reference = { table: string; column: string }

/** What an account consists of beside its person, from the catalogue. */
const readReferences = (database: CellDatabase): Promise<Reference[]> =>
  queryRows<Reference>(
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

type Row = Record<string, unknown>

export type Person = { id: string; email: string; account: { table: string; row: Row }[] }

const namingIn = (tables: readonly TenantTable[]): TenantTable[] =>
  tables.filter(({ columns }) => columns.some(({ name }) => name === 'person_id'))

type Workspace = { tables: readonly TenantTable[]; moving: Moving }

/** Everybody whom the workspace's rows name, with the rows of their accounts. */
export async function readPeople(
  from: CellDatabase,
  { tables, moving }: Workspace,
): Promise<Person[]> {
  const named = namingIn(tables).map(
    (table) => `select person_id from ${table.name} where ${rowsIn(table, moving)}`,
  )
  const parts = [{ table: PEOPLE, column: 'id' }, ...(await readReferences(from))].map(
    ({ table, column }, order) =>
      `select ${order} as place, '${table}' as table, to_jsonb(t) as row from ${table} t where ${column} = p.id`,
  )
  return queryRows<Person>(
    from,
    `select id, email, (
       select json_agg(json_build_object('table', a.table, 'row', a.row) order by a.place)
       from (${parts.join(' union all ')}) a
     ) as account
     from ${PEOPLE} p where id in (${named.join(' union ')})`,
  )
}

/**
 * People have an account in each cell. Those who have none in the new one get theirs copied; for others
 * the workspace's rows name the account that they have there. Runs in the transaction that lets it serve.
 */
export async function writePeople(
  to: CellDatabase,
  workspace: Workspace,
  people: readonly Person[],
): Promise<void> {
  const there = await queryRows<{ id: string; email: string }>(
    to,
    `select id, email from ${PEOPLE} where id = any ($1) or email = any ($2)`,
    [people.map(({ id }) => id), people.map(({ email }) => email)],
  )
  const ids = new Set(there.map(({ id }) => id))
  const idsByEmail = new Map(there.map(({ id, email }) => [email, id]))
  const unknown = people.filter(({ id }) => !ids.has(id))
  await copyAccounts(
    to,
    unknown.filter(({ email }) => !idsByEmail.has(email)),
  )
  await rename(
    to,
    workspace,
    unknown.flatMap(({ id, email }) => {
      const after = idsByEmail.get(email)
      return after === undefined ? [] : [{ before: id, after }]
    }),
  )
}

async function copyAccounts(to: CellDatabase, people: readonly Person[]): Promise<void> {
  const rows = Map.groupBy(
    people.flatMap(({ account }) => account),
    ({ table }) => table,
  )
  for (const [table, some] of rows) {
    await queryRows(
      to,
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [JSON.stringify(some.map(({ row }) => row))],
    )
  }
  if (people.length === 0) return
  // Owning one installation gives no right over another.
  await queryRows(to, `update ${PEOPLE} set owns_installation = false where id = any ($1)`, [
    people.map(({ id }) => id),
  ])
}

async function rename(
  to: CellDatabase,
  { tables, moving }: Workspace,
  people: readonly { before: string; after: string }[],
): Promise<void> {
  if (people.length === 0) return
  for (const table of namingIn(tables)) {
    await queryRows(
      to,
      `update ${table.name} set person_id = r.after
       from unnest($1::uuid[], $2::uuid[]) as r (before, after)
       where person_id = r.before and ${rowsIn(table, moving)}`,
      [people.map(({ before }) => before), people.map(({ after }) => after)],
    )
  }
}
