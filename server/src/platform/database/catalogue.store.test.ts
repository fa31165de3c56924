import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../test/support/store/services.ts'
import { createDatabase } from '../../../../test/support/store/services.ts'
import { openAs, seedTenant } from '../../../../test/support/store/seed.ts'
import type { OpenDatabase } from './db.ts'

/** Read through views or functions of the owner: row security would keep the planner from their indexes. */
const BEHIND_VIEWS = [
  'answer_diffs',
  'overlay_pages',
  'overlay_passages',
  'overlay_terms',
  'channel_events',
  'digest_subscriptions',
  'document_labels',
  'documents',
  'gap_questions',
  'indexed_vectors',
  'limit_notices',
  'message_search',
  'passage_vectors',
  'passages',
  'placements',
  'verified_answer_sources',
  'verified_answer_vectors',
  'verified_answers',
  'webhook_deliveries',
  'contact_requests',
]
/** Kysely's own book-keeping, and what is the deployment's; the api role reads none of it. */
const NOT_TENANTS = ['migrations', 'schema_floor', 'secret_fingerprints']
/** The operator lists tenants by name; no content is in these. */
const DIRECTORY = new Set(['knowledge_bases', 'workspaces'])

let database: TestDatabase
let api: OpenDatabase
let worker: OpenDatabase

beforeAll(async () => {
  database = await createDatabase()
  api = openAs(database.ownerUrl, 'footnote_api')
  worker = openAs(database.ownerUrl, 'footnote_worker')
  await seedTenant(worker.db)
})

afterAll(async () => {
  await api.db.destroy()
  await worker.db.destroy()
  await database.drop()
})

type TableRow = {
  name: string
  secured: boolean
  forced: boolean
  policies: number
  key_begins_with: string
}

async function tenantTables(): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`
    select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
           (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
           (select a.attname from pg_index i
              join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
            where i.indrelid = c.oid and i.indisprimary) as key_begins_with
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname <> all(${NOT_TENANTS})
    order by 1`.execute(worker.db)
  return rows
}

test('every table has a tenant policy, forced unless readers see it through a view', async () => {
  const tables = await tenantTables()
  expect(tables.length).toBeGreaterThan(15)
  for (const table of tables) {
    expect(table, table.name).toMatchObject({
      secured: true,
      forced: !BEHIND_VIEWS.includes(table.name),
    })
    expect(table.policies, table.name).toBeGreaterThan(0)
  }
})

test('every primary key begins with the tenant', async () => {
  for (const table of await tenantTables()) {
    const expected = table.name === 'workspaces' ? ['id'] : ['knowledge_base_id', 'workspace_id']
    expect(expected, table.name).toContain(table.key_begins_with)
  }
})

test('the api role cannot read the tables behind the views', async () => {
  for (const name of BEHIND_VIEWS) {
    await expect(sql`select 1 from ${sql.table(name)}`.execute(api.db)).rejects.toThrow(
      /permission denied/,
    )
  }
})

test('without a tenant the api role sees no row of anything it may read', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and has_table_privilege('footnote_api', c.oid, 'select')`.execute(api.db)
  const names = rows.map((row) => row.name)
  expect(names).toEqual(expect.arrayContaining(['readable_passages', 'client_keys', 'workspaces']))
  for (const name of names) {
    const found = await sql`select 1 from ${sql.table(name)} limit 1`.execute(api.db)
    expect(found.rows, name).toEqual([])
  }
})

test('without a tenant the worker role sees the directory and nothing else', async () => {
  for (const { name } of await tenantTables()) {
    const found = await sql`select 1 from ${sql.table(name)} limit 1`.execute(worker.db)
    expect(found.rows.length, name).toBe(DIRECTORY.has(name) ? 1 : 0)
  }
})

test('neither role may create anything or write what it only reads', async () => {
  for (const { db } of [api, worker]) {
    await expect(sql`create table mine (id int)`.execute(db)).rejects.toThrow(/permission denied/)
  }
  await expect(sql`delete from workspaces`.execute(api.db)).rejects.toThrow(/permission denied/)
  await expect(sql`update client_keys set name = 'x'`.execute(api.db)).rejects.toThrow(
    /permission denied/,
  )
})
