import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminUrl, readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import type { CellDatabase } from './cell-database.ts'
import { connect } from './cell-database.ts'
import { getName, stopFollowing } from './follow.ts'
import { readResourceUse, describeExhausted } from './resource-use.ts'

let store: Store
let cell: CellDatabase
beforeAll(async () => {
  store = await openStore()
  cell = { cell: '00', url: getAdminUrl(store), client: await connect(getAdminUrl(store)) }
})
afterAll(async () => {
  await cell.client.end()
  await store.close()
})

test('a trigger is removed behind a long transaction, and nobody waits behind that', async () => {
  const { workspaceId } = store.tenant
  const name = getName(workspaceId)
  await readRows(
    store,
    `create function ${name}_replace() returns trigger language plpgsql as 'begin return new; end';
     create trigger ${name} before insert on client_keys for each row execute function ${name}_replace()`,
  )
  const [reader, next] = [await connect(cell.url), await connect(cell.url)]
  try {
    await reader.query('begin; select from client_keys')
    const stopping = stopFollowing(cell, cell, workspaceId)
    const waiting = () =>
      readRows(
        store,
        `select from pg_locks l join pg_database d on d.oid = l.database
         where not l.granted and l.relation = 'client_keys'::regclass and d.datname = current_database()`,
      )
    await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
    // Would wait as long as the first reader stays.
    await next.query("set statement_timeout = '20s'")
    await expect(next.query('select from client_keys')).resolves.toBeDefined()
    await reader.query('commit')
    await stopping
  } finally {
    await reader.end()
    await next.end()
  }
  expect(await readRows(store, `select from pg_trigger where tgname = '${name}'`)).toEqual([])
})

test('what a copy takes of both servers is counted', async () => {
  const slot = getName(store.tenant.workspaceId)
  await readRows(store, `select pg_create_logical_replication_slot('${slot}', 'pgoutput')`)
  const taken = await readResourceUse(cell, { ...cell, cell: '01' })
  await readRows(store, `select pg_drop_replication_slot('${slot}')`)
  expect(taken).toMatchObject([
    { cell: '00', setting: 'max_replication_slots' },
    { cell: '00', setting: 'max_wal_senders' },
    { cell: '01', setting: 'max_logical_replication_workers' },
    { cell: '01', setting: 'max_replication_slots' },
  ])
  expect(taken[0]?.used).toBeGreaterThan(0)
  expect(Math.min(...taken.map(({ most }) => most))).toBeGreaterThan(0)
})

test('what none is left of is named with its setting', () => {
  const slots = { what: 'replication slots', setting: 'max_replication_slots', cell: '00' }
  const workers = { what: 'workers', setting: 'max_logical_replication_workers', cell: '01' }
  const free = { ...slots, used: 3, most: 4 }
  expect(describeExhausted([free, { ...workers, used: 3, most: 4 }])).toBeNull()
  expect(describeExhausted([free, { ...workers, used: 4, most: 4 }])).toBe(
    'all 4 workers of the PostgreSQL of cell 01 are in use; raise max_logical_replication_workers there, or wait for other moves',
  )
})
