import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAdminUrl, readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { indexPage, openStore, page } from '../../../test/support/store/store.ts'
import type { CellDatabase } from './cell-database.ts'
import { connect } from './cell-database.ts'
import { readDigests, rememberDigests } from './compare-rows.ts'
import type { Moving, TenantTable } from './tenant-tables.ts'
import { readTenantTables } from './tenant-tables.ts'

let store: Store
let moving: Moving
beforeAll(async () => {
  store = await openStore()
  const { workspaceId, knowledgeBaseId } = store.tenant
  moving = { workspaceId, knowledgeBaseIds: [knowledgeBaseId] }
  await indexPage(store, page('https://docs.example.com/keys'), [
    'Reset a key under Settings.',
    'Copy the new key.',
  ])
})
afterAll(() => store.close())

let cell: CellDatabase
let tables: TenantTable[]
beforeEach(async () => {
  const client = await connect(getAdminUrl(store))
  cell = { cell: '00', url: getAdminUrl(store), client }
  tables = await readTenantTables(cell)
  await rememberDigests(cell, tables, moving)
  return () => client.end()
})

const read = async (name: string) =>
  (await readDigests(cell, tables, moving)).find(({ table }) => table === name)

test.each([
  ['passages', 'content', 'Copy the new key.', 'Copy nothing.'],
  ['passage_vectors', 'embedding', '[0,1,0]', '[1,2,4]'],
])('a row of %s that is changed after it was read is seen', async (name, column, was, is) => {
  const before = await read(name)
  expect(before?.rows).toBe('2')
  const change = (from: string, to: string) =>
    readRows(
      store,
      `update ${name} set ${column} = '${to}' where ${column} = '${from}' returning 1`,
    )
  expect(await change(was, is)).toHaveLength(1)
  expect(await read(name)).toMatchObject({ rows: '2' })
  expect(await read(name)).not.toEqual(before)
  // Another version of the row with the same in it.
  expect(await change(is, was)).toHaveLength(1)
  expect(await read(name)).toEqual(before)
})

test('rows that come or go after they were read are seen', async () => {
  const before = await read('passage_vectors')
  await readRows(store, `create table lost as select * from passage_vectors limit 1`)
  await readRows(
    store,
    'delete from passage_vectors v using lost where v.passage_id = lost.passage_id',
  )
  expect(await read('passage_vectors')).toMatchObject({ rows: '1' })
  await readRows(store, 'insert into passage_vectors select * from lost')
  expect(await read('passage_vectors')).toEqual(before)
})

test('only rows that changed since are read again', async () => {
  const before = await read('passages')
  await cell.client.query('update pg_temp.digests_of_passages set row_digest = 7')
  expect(await read('passages')).toMatchObject({ rows: before?.rows, digest: '14' })
  await readRows(store, 'update passages set content = content')
  expect(await read('passages')).toEqual(before)
})

test('every table has a key to know its rows by', () => {
  expect(tables.filter(({ key }) => key.length === 0)).toEqual([])
})
