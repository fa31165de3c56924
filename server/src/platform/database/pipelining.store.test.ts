import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTrips } from '../../../../test/support/store/count-trips.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { openStore } from '../../../../test/support/store/store.ts'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import { newId } from '../new-id.ts'
import { readAsTenant, withTenant } from './tenant.ts'

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

test('tenants in turns on one connection each see their own, after failures too', async () => {
  const other = await seedTenant(store.worker.db)
  await store.api.db.connection().execute(async (connection) => {
    for (const tenant of [store.tenant, other, store.tenant]) {
      const reading = await readAsTenant(connection, tenant, (tx) => tenantNow(1).execute(tx))
      expect(reading.rows[0]?.id).toBe(tenant.knowledgeBaseId)
      const failing = readAsTenant(connection, tenant, (tx) => sql`select 1 / 0`.execute(tx))
      await expect(failing).rejects.toThrow('division by zero')
      const writing = await withTenant(connection, tenant, (tx) => tenantNow(2).execute(tx))
      expect(writing.rows[0]?.id).toBe(tenant.knowledgeBaseId)
    }
  })
})

test('a reader sees one snapshot', async () => {
  const { knowledgeBaseId } = store.tenant
  const groups = sql<{ name: string }>`select name from source_groups where ${true}::boolean`
  const [before, after] = await readAsTenant(store.api.db, store.tenant, async (tx) => {
    const first = await groups.execute(tx)
    await withTenant(store.worker.db, store.tenant, (writer) =>
      writer
        .insertInto('source_groups')
        .values({ knowledge_base_id: knowledgeBaseId, id: newId(), name: 'Guides' })
        .execute(),
    )
    return [first.rows, (await groups.execute(tx)).rows]
  })
  expect([before, after]).toEqual([[], []])
  const later = await readAsTenant(store.api.db, store.tenant, (tx) => groups.execute(tx))
  expect(later.rows).toEqual([{ name: 'Guides' }])
})
