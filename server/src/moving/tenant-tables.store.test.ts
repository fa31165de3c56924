import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { getAdminUrl, readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { indexPage, openStore, page } from '../../../test/support/store/store.ts'
import type { CellDatabase } from './cell-database.ts'
import { keptTables, readTenantTables, removeRows } from './tenant-tables.ts'

/** The deployment's own, what says where a workspace is, and copies that the new cell makes itself. */
const STAY = ['indexed_vectors', 'migrations', 'placements', 'schema_floor', 'secret_fingerprints']

let store: Store
let cell: CellDatabase
beforeAll(async () => {
  store = await openStore()
  const client = new Client({ connectionString: getAdminUrl(store) })
  await client.connect()
  cell = { cell: '00', url: getAdminUrl(store), client }
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

test('what finds a workspace stays when its rows are removed, and so do others', async () => {
  const { workspaceId, knowledgeBaseId } = store.tenant
  await indexPage(store, page('https://docs.example.com/keys'), ['Reset a key under Settings.'])
  const other = await seedTenant(store.worker.db)
  await readRows(
    store,
    `update knowledge_bases set answer_model = '{}', answer_model_key = 'sealed', answer_model_key_hint = 'led'`,
  )
  await readRows(
    store,
    `insert into source_credentials (knowledge_base_id, source_id, type, signed_in_as, origin, sealed)
     select knowledge_base_id, id, 'basic', 'ada', 'https://docs.example.com', 'sealed' from sources`,
  )
  await removeRows(cell, { workspaceId, knowledgeBaseIds: [knowledgeBaseId] })
  expect(await readRows(store, 'select id from passages')).toEqual([])
  expect(await readRows(store, 'select knowledge_base_id as id from embedding_spaces')).toEqual([
    { id: other.knowledgeBaseId },
  ])
  const left = await readRows(store, 'select knowledge_base_id as id from source_credentials')
  expect(left).toEqual([{ id: other.knowledgeBaseId }])
  const keys = await readRows(
    store,
    'select id, answer_model_key_hint as hint from knowledge_bases order by created_at, id',
  )
  expect(keys).toEqual([
    { id: knowledgeBaseId, hint: null },
    { id: other.knowledgeBaseId, hint: 'led' },
  ])
  const sealed = await readRows(
    store,
    'select id from knowledge_bases where answer_model_key is not null',
  )
  expect(sealed).toEqual([{ id: other.knowledgeBaseId }])
})

test('of what stays, nothing but digests is secret', async () => {
  const kept = keptTables(await readTenantTables(cell))
  const bytes = kept.flatMap(({ name, columns }) =>
    columns.filter(({ type }) => type === 'bytea').map((column) => `${name}.${column.name}`),
  )
  expect(bytes).toEqual([
    'access_tokens.pepper_fingerprint',
    'access_tokens.token_digest',
    'client_keys.lookup_digest',
    'client_keys.pepper_fingerprint',
    'client_keys.secret_digest',
    // Removed with the rows.
    'knowledge_bases.answer_model_key',
  ])
})
