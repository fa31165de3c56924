import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTrips } from '../../../../test/support/store/count-trips.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { openStore } from '../../../../test/support/store/store.ts'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import { newId } from '../new-id.ts'
import { readAsTenant, runAsTenant, withTenant } from './tenant.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

const tenantNow = (value: number) =>
  sql<{ id: string | null }>`select current_knowledge_base() as id, ${value}::int as value`

test('the tenant is set in the trip of the first statement, and nobody waits for a reader to end', async () => {
  const { db } = store.api
  const writing = () => withTenant(db, store.tenant, (tx) => tenantNow(1).execute(tx))
  const reading = () => readAsTenant(db, store.tenant, (tx) => tenantNow(1).execute(tx))
  const { rows } = await writing()
  expect(rows).toEqual([{ id: store.tenant.knowledgeBaseId, value: 1 }])
  expect(await countTrips(store.api.pool, writing)).toBe(2)
  expect(await countTrips(store.api.pool, reading)).toBe(1)
  expect((await reading()).rows).toEqual(rows)
})

test('work that reads cannot write', async () => {
  const writing = readAsTenant(store.worker.db, store.tenant, (tx) =>
    tx.deleteFrom('documents').execute(),
  )
  await expect(writing).rejects.toThrow('read-only transaction')
})

test('whoever takes the connection after a reader has neither its transaction nor its tenant', async () => {
  await store.api.db.connection().execute(async (connection) => {
    await readAsTenant(connection, store.tenant, (tx) => tenantNow(1).execute(tx))
    expect((await tenantNow(2).execute(connection)).rows).toEqual([{ id: null, value: 2 }])
    await expect(
      readAsTenant(connection, store.tenant, (tx) => sql`select 1 / ${0}::int`.execute(tx)),
    ).rejects.toThrow('division by zero')
    expect((await tenantNow(3).execute(connection)).rows).toEqual([{ id: null, value: 3 }])
  })
})

test('one statement of a tenant is one trip with its setting, which ends with it', async () => {
  const { db } = store.api
  const read = (value: number) => runAsTenant(db, store.tenant, tenantNow(value))
  const expected = [{ id: store.tenant.knowledgeBaseId, value: 1 }]
  expect(await read(1)).toEqual(expected)
  expect(await countTrips(store.api.pool, () => read(1))).toBe(1)
  await db.connection().execute(async (connection) => {
    expect(await runAsTenant(connection, store.tenant, tenantNow(1))).toEqual(expected)
    expect((await tenantNow(2).execute(connection)).rows).toEqual([{ id: null, value: 2 }])
    const failing = sql<never>`select 1 / ${0}::int`
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(runAsTenant(connection, store.tenant, failing)).rejects.toThrow(
        'division by zero',
      )
    }
    expect((await tenantNow(3).execute(connection)).rows).toEqual([{ id: null, value: 3 }])
    expect(await runAsTenant(connection, store.tenant, tenantNow(1))).toEqual(expected)
  })
})

test('statements of two tenants sent at once on one connection each see their own', async () => {
  const other = await seedTenant(store.worker.db)
  await store.api.db.connection().execute(async (connection) => {
    const seen = await Promise.all(
      [store.tenant, other, store.tenant].map((tenant) =>
        runAsTenant(connection, tenant, tenantNow(1)),
      ),
    )
    expect(seen.flat().map(({ id }) => id)).toEqual(
      [store.tenant, other, store.tenant].map(({ knowledgeBaseId }) => knowledgeBaseId),
    )
  })
})

test('inside a transaction it sees its tenant and what the transaction has done', async () => {
  await withTenant(store.worker.db, store.tenant, async (tx) => {
    const { knowledgeBaseId } = store.tenant
    const group = { knowledge_base_id: knowledgeBaseId, id: newId(), name: 'Guides' }
    await tx.insertInto('source_groups').values(group).execute()
    const names = sql<{ name: string }>`select name from source_groups where ${true}::boolean`
    expect(await runAsTenant(tx, store.tenant, names)).toEqual([{ name: 'Guides' }])
  })
  await readAsTenant(store.api.db, store.tenant, async (tx) => {
    const [row] = await runAsTenant(tx, store.tenant, tenantNow(4))
    expect(row).toEqual({ id: store.tenant.knowledgeBaseId, value: 4 })
  })
})
