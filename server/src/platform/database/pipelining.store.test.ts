import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Store } from '../../../../test/support/store/store.ts'
import { openStore } from '../../../../test/support/store/store.ts'
import { readAsTenant, withTenant } from './tenant.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

const tenantNow = (value: number) =>
  sql<{ id: string | null }>`select current_knowledge_base() as id, ${value}::int as value`

/** How often the server's reply was waited for, however many statements it answered. */
async function countTrips(work: () => Promise<unknown>): Promise<number> {
  const client = await store.api.pool.connect()
  const { stream } = Reflect.get(client, 'connection')
  client.release()
  let trips = 0
  let isAnswered = true
  const send = stream.write.bind(stream)
  const write = vi.spyOn(stream, 'write')
  write.mockImplementation((...given: unknown[]) => {
    isAnswered = false
    return Reflect.apply(send, stream, given)
  })
  const onData = () => {
    if (!isAnswered) trips += 1
    isAnswered = true
  }
  stream.on('data', onData)
  try {
    await work()
    return trips
  } finally {
    stream.off('data', onData)
    write.mockRestore()
  }
}

test('the tenant is set in the trip of the first statement, and nobody waits for a reader to end', async () => {
  const { db } = store.api
  const writing = () => withTenant(db, store.tenant, (tx) => tenantNow(1).execute(tx))
  const reading = () => readAsTenant(db, store.tenant, (tx) => tenantNow(1).execute(tx))
  const { rows } = await writing()
  expect(rows).toEqual([{ id: store.tenant.knowledgeBaseId, value: 1 }])
  expect(await countTrips(writing)).toBe(2)
  expect(await countTrips(reading)).toBe(1)
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
