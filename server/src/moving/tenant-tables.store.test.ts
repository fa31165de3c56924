import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { adminUrlOf, readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { indexPage, openStore, page } from '../../../test/support/store/store.ts'
import type { CellDatabase } from './cell-database.ts'
import { digestOf, readTenantTables, removeRows } from './tenant-tables.ts'

/** The deployment's own, and what says where a workspace is. */
const STAY = [
  'kysely_migration_lock',
  'migrations',
  'placements',
  'schema_floor',
  'secret_fingerprints',
]

let store: Store
let cell: CellDatabase
beforeAll(async () => {
  store = await openStore()
  const client = new Client({ connectionString: adminUrlOf(store) })
  await client.connect()
  cell = { cell: '00', url: adminUrlOf(store), client }
})
afterAll(async () => {
  await cell.client.end()
  await store.close()
})

test('no table with rows of tenants is forgotten', async () => {
  const all = await readRows<{ name: string }>(
    store,
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const moved = (await readTenantTables(cell)).map(({ name }) => name)
  expect(moved.length).toBeGreaterThan(50)
  expect([...moved, ...STAY].toSorted()).toEqual(all.map(({ name }) => name))
})

test('a digest differs with what is in a row; what finds a workspace stays, and so do others', async () => {
  const { workspaceId, knowledgeBaseId } = store.tenant
  const moving = { workspaceId, knowledgeBaseIds: [knowledgeBaseId] }
  await indexPage(store, page('https://docs.example.com/keys'), ['Reset a key under Settings.'])
  const tables = await readTenantTables(cell)
  const read = async (name: string) => {
    const table = tables.find((each) => each.name === name)
    return table && digestOf(cell, table, moving)
  }
  const [passages, vectors] = [await read('passages'), await read('passage_vectors')]
  expect([passages?.rows, vectors?.rows]).toEqual(['1', '1'])
  await readRows(store, `update passage_vectors set embedding = '[1,2,4]'`)
  expect(await read('passages')).toEqual(passages)
  expect((await read('passage_vectors'))?.digest).not.toBe(vectors?.digest)
  const other = await seedTenant(store.worker.db)
  await removeRows(cell, moving)
  expect(await read('passages')).toEqual({ rows: '0', digest: '0' })
  const spaces = await readRows<{ id: string }>(
    store,
    'select knowledge_base_id as id from embedding_spaces',
  )
  expect(spaces).toEqual([{ id: other.knowledgeBaseId }])
  expect(await read('knowledge_bases')).toMatchObject({ rows: '1' })
})
