import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../../test/support/store/store.ts'
import { openStore } from '../../../../test/support/store/store.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { openDatabase } from './db.ts'
import { readAsTenant, withTenant } from './tenant.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

const tenantNow = sql<{ id: string | null }>`select current_knowledge_base() as id`

test('the tenant ends with its transaction, on the connection it was set on', async () => {
  const { db } = store.api
  await db.connection().execute(async (connection) => {
    const inside = await withTenant(connection, store.tenant, (tx) => tenantNow.execute(tx))
    expect(inside.rows).toEqual([{ id: store.tenant.knowledgeBaseId }])
    expect((await tenantNow.execute(connection)).rows).toEqual([{ id: null }])
    const reading = await readAsTenant(connection, store.tenant, (tx) => tenantNow.execute(tx))
    expect(reading.rows).toEqual(inside.rows)
    expect((await tenantNow.execute(connection)).rows).toEqual([{ id: null }])
  })
})

test.each([
  ['without values', sql`select set_config('footnote.test', 'set', true)`],
  ['with values', sql`select set_config('footnote.test', ${'set'}, true)`],
])('a first statement %s is inside the transaction', async (_, statement) => {
  const setting = sql<{ value: string }>`select current_setting('footnote.test', true) as value`
  await store.api.db.connection().execute(async (connection) => {
    await connection.transaction().execute(async (tx) => {
      await statement.execute(tx)
      expect((await setting.execute(tx)).rows).toEqual([{ value: 'set' }])
    })
    expect((await setting.execute(connection)).rows).toEqual([{ value: '' }])
  })
})

test('a transaction that fails at its first statement leaves a connection that works', async () => {
  await store.api.db.connection().execute(async (connection) => {
    const failed = connection.transaction().execute((tx) => sql`select 1 / 0`.execute(tx))
    await expect(failed).rejects.toThrow('division by zero')
    const { rows } = await sql`select 1 as one`.execute(connection)
    expect(rows).toEqual([{ one: 1 }])
    await connection.transaction().execute(async () => undefined)
    expect((await sql`select 2 as two`.execute(connection)).rows).toEqual([{ two: 2 }])
  })
})

const sleeping = sql`select pg_sleep(30)`

/** A server that cancels nothing, as a frozen one: only this process notices that time is up. */
test('an abandoned statement closes its connection', async () => {
  const { db, pool } = openDatabase({
    url: store.ownerUrl,
    role: 'footnote_api',
    maxConnections: 1,
    statementTimeoutMs: 500,
    onIdleError: () => undefined,
  })
  try {
    const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
    const before = await backend.execute(db)
    const overdue = db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sleeping.execute(tx)
    })
    const error: unknown = await overdue.catch((reason: unknown) => reason)
    expect(String(error)).toContain('Query read timeout')
    expect(isDatabaseUnavailable(error)).toBe(true)
    const after = await backend.execute(db)
    expect(after.rows[0]?.pid).not.toBe(before.rows[0]?.pid)
    expect(pool.totalCount).toBe(1)
  } finally {
    await db.destroy()
  }
})
