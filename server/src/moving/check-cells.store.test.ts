import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { TestDatabase } from '../../../test/support/store/services.ts'
import { getAdminUrl, createDatabase, readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import type { CellDatabase } from './cell-database.ts'
import { connect } from './cell-database.ts'
import { areSame, checkCells, checkWorkspace } from './check-cells.ts'

let store: Store
let otherDatabase: TestDatabase
let here: CellDatabase
let there: CellDatabase
beforeAll(async () => {
  store = await openStore()
  otherDatabase = await createDatabase()
  here = await open('00', getAdminUrl(store))
  there = await open('01', getAdminUrl(otherDatabase))
})
afterAll(async () => {
  for (const { client } of [here, there]) await client.end()
  await otherDatabase.drop()
  await store.close()
})

const open = async (cell: string, url: string): Promise<CellDatabase> => ({
  cell,
  url,
  client: await connect(url),
})

test('a database is the same as itself alone, and no lock is left', async () => {
  const again = await open('02', here.url)
  expect([await areSame(here, again), await areSame(here, there)]).toEqual([true, false])
  await expect(checkCells(here, again)).rejects.toThrow('Both cells are the same')
  // Other databases of the server are locked by other tests.
  const locks = await readRows(
    store,
    `select from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and d.datname = current_database()`,
  )
  expect(locks).toEqual([])
  await again.client.end()
})

test('databases between which nothing can move are refused', async () => {
  await expect(checkCells(here, there)).resolves.toBeUndefined()
  await expect(checkCells(here, { ...there, cell: '00' })).rejects.toThrow('are the same')
  const bound = await open('01', otherDatabase.ownerUrl)
  await expect(checkCells(here, bound)).rejects.toThrow('cell 01 is bound by row security')
  await bound.client.end()
  await readRows(
    otherDatabase,
    `insert into secret_fingerprints (name, fingerprint) values ('KEY_PEPPER', 'other')`,
  )
  await expect(checkCells(here, there)).rejects.toThrow('different secrets')
  await readRows(
    otherDatabase,
    'delete from migrations where name = (select max(name) from migrations)',
  )
  await expect(checkCells(here, there)).rejects.toThrow('different migrations')
})

test('a workspace that cannot be copied now is refused', async () => {
  const unknown = '0199f0f8-5b6a-7c31-9f0e-3c5a1d2b4e6f'
  await expect(checkWorkspace(here, unknown)).rejects.toThrow('Cell 00 has no workspace')
  const { workspaceId, knowledgeBaseId } = await seedTenant(store.worker.db)
  await expect(checkWorkspace(here, workspaceId)).resolves.toBeUndefined()
  const space = `where knowledge_base_id = '${knowledgeBaseId}'`
  await readRows(store, `update embedding_spaces set state = 'building' ${space}`)
  await expect(checkWorkspace(here, workspaceId)).rejects.toThrow('being embedded again')
  const base = `where id = '${knowledgeBaseId}'`
  await readRows(store, `update knowledge_bases set deleting_at = now() ${base}`)
  await expect(checkWorkspace(here, workspaceId)).rejects.toThrow('is being deleted')
})
