import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import { getAdminUrl, readRows } from '../../../../test/support/store/services.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { openStore } from '../../../../test/support/store/store.ts'
import { isDatabaseUnavailable, movedTo } from './database-errors.ts'
import type { Tenant } from './tenant.ts'
import { findHere, readAsTenant, withTenant } from './tenant.ts'

let store: Store
let tenant: Tenant
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())
beforeEach(async () => void (tenant = await seedTenant(store.worker.db)))

const place = (state: string) =>
  readRows(
    store,
    `insert into placements (workspace_id, state, cell, knowledge_base_ids)
     values ('${tenant.workspaceId}', '${state}', '01', '{${tenant.knowledgeBaseId}}')
     on conflict (workspace_id) do update set state = excluded.state`,
  )

const ONE = sql<{ one: number }>`select 1 as one`

/** Every way into a tenant. */
const WAYS: Record<string, () => Promise<unknown>> = {
  withTenant: () => withTenant(store.worker.db, tenant, (tx) => ONE.execute(tx)),
  readAsTenant: () => readAsTenant(store.api.db, tenant, (tx) => ONE.execute(tx)),
  'withTenant without a statement': () =>
    withTenant(store.worker.db, tenant, async () => 'nothing'),
  'readAsTenant without a statement': () =>
    readAsTenant(store.api.db, tenant, async () => 'nothing'),
}

test.each(Object.keys(WAYS))('%s refuses what is served elsewhere, and says where', async (way) => {
  const enter = async () => WAYS[way]?.()
  for (const state of ['leaving', 'arrived']) {
    await place(state)
    await expect(enter()).resolves.toBeDefined()
  }
  for (const state of ['gone', 'arriving']) {
    await place(state)
    const error = await enter().catch((thrown: unknown) => thrown)
    expect(movedTo(error)).toBe('01')
    expect(isDatabaseUnavailable(error)).toBe(true)
  }
  const other = await seedTenant(store.worker.db)
  tenant = other
  await expect(enter()).resolves.toBeDefined()
})

const LOCK = () => `hashtextextended('${tenant.workspaceId}', 421)`

test.each(Object.keys(WAYS))('%s waits for a switch, and sees its outcome', async (way) => {
  await using mover = await connect()
  await mover.client.query(`begin; select pg_advisory_xact_lock(${LOCK()})`)
  let isOver = false
  const entering = (async () => WAYS[way]?.())()
    .catch((thrown: unknown) => thrown)
    .finally(() => (isOver = true))
  await waiting()
  expect(isOver).toBe(false)
  await place('gone')
  await mover.client.query('commit')
  expect(movedTo(await entering)).toBe('01')
})

test('a switch waits for the transactions in the tenant', async () => {
  await using mover = await connect()
  let switching: Promise<unknown> = Promise.resolve()
  let isSwitching = false
  await withTenant(store.worker.db, tenant, async (tx) => {
    await ONE.execute(tx)
    switching = mover.client
      .query(`begin; select pg_advisory_xact_lock(${LOCK()})`)
      .then(() => (isSwitching = true))
    await waiting()
    expect(isSwitching).toBe(false)
  })
  await switching
  expect(isSwitching).toBe(true)
})

test('the directory has what is served here, and waits for what is about to be', async () => {
  const { db } = store.worker
  const { workspaceId, knowledgeBaseId } = tenant
  const bases = sql<{ id: string }>`select id from knowledge_bases where id = ${knowledgeBaseId}`
  const find = async () => (await bases.execute(db)).rows[0]
  expect(await findHere(db, knowledgeBaseId, find)).toEqual({ id: knowledgeBaseId })
  await place('arriving')
  expect(await find()).toBeUndefined()
  const refused = await findHere(db, workspaceId, find).catch((thrown: unknown) => thrown)
  expect(movedTo(refused)).toBe('01')
  await using mover = await connect()
  await mover.client.query(`select pg_advisory_lock(${LOCK()})`)
  const arriving = findHere(db, knowledgeBaseId, find)
  await waiting()
  await place('arrived')
  await mover.client.query(`select pg_advisory_unlock(${LOCK()})`)
  expect(await arriving).toEqual({ id: knowledgeBaseId })
  expect(await findHere(db, '0199f0f8-5b6a-7c31-9f0e-3c5a1d2b4e6f', async () => undefined)).toBe(
    undefined,
  )
})

/** Until somebody waits for the lock. */
const waiting = () =>
  vi.waitFor(
    async () => {
      const rows = await readRows(
        store,
        `select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: 60_000 },
  )

async function connect(): Promise<AsyncDisposable & { client: Client }> {
  const client = new Client({ connectionString: getAdminUrl(store) })
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}
