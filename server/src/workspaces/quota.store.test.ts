import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { newId } from '../platform/new-id.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import {
  AllowanceSpent,
  releaseReservation,
  reserveQuestionSql,
  commitReservation,
} from './quota.ts'
import { changeWorkspace } from './workspaces.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

async function allowed(allowance: number | null): Promise<Tenant> {
  const tenant = await seedTenant(store.worker.db)
  const change = { monthly_question_allowance: allowance }
  await asWorker(store, (tx) => changeWorkspace(tx, tenant.workspaceId, change), tenant)
  return tenant
}

async function reserve(tenant: Tenant, leaseSeconds = 60): Promise<string> {
  const id = newId()
  const statement = sql<{ reserved: boolean }>`
    select ${reserveQuestionSql(id, leaseSeconds)} as reserved`
  const { rows } = await withTenant(store.api.db, tenant, (tx) => statement.execute(tx))
  const [row] = rows
  if (!row?.reserved) throw new AllowanceSpent()
  return id
}

const commit = (tenant: Tenant, id: string) =>
  asReader(store, (tx) => commitReservation(tx, id), tenant)

const answered = async (tenant: Tenant): Promise<number> =>
  asReader(
    store,
    async (tx) => {
      const { rows } = await sql<{
        answered: number
      }>`select answered from question_counts`.execute(tx)
      return rows[0]?.answered ?? 0
    },
    tenant,
  )

test('concurrent questions never reserve more than the allowance', async () => {
  const tenant = await allowed(3)
  await commit(tenant, await reserve(tenant))
  const attempts = await Promise.allSettled(Array.from({ length: 40 }, () => reserve(tenant)))
  const refusals = attempts.flatMap((attempt) =>
    attempt.status === 'rejected' ? [attempt.reason] : [],
  )
  expect(refusals).toHaveLength(38)
  expect(refusals.every((reason) => reason instanceof AllowanceSpent)).toBe(true)
})

test('a released question can be asked again; a committed one cannot', async () => {
  const tenant = await allowed(1)
  await releaseReservation(store.api.db, tenant, await reserve(tenant))
  await commit(tenant, await reserve(tenant))
  await expect(reserve(tenant)).rejects.toThrow(AllowanceSpent)
  expect(await answered(tenant)).toBe(1)
})

test('the reservation of a dead process is released when its lease ends', async () => {
  const tenant = await allowed(1)
  await reserve(tenant, 0.2)
  await expect(reserve(tenant)).rejects.toThrow(AllowanceSpent)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await commit(tenant, await reserve(tenant))
  expect(await answered(tenant)).toBe(1)
})

test('an allowance of zero answers nothing', async () => {
  await expect(reserve(await allowed(0))).rejects.toThrow(AllowanceSpent)
})

test('without an allowance questions are counted but never refused', async () => {
  const tenant = await allowed(null)
  for (let asked = 0; asked < 3; asked += 1) await commit(tenant, await reserve(tenant))
  expect(await answered(tenant)).toBe(3)
})

test('a question counts in the month in which it was reserved', async () => {
  const tenant = await allowed(5)
  const id = await reserve(tenant)
  await asWorker(
    store,
    async (tx) => {
      await sql`insert into question_counts (workspace_id, month)
                values (current_workspace(), '2020-01-01')`.execute(tx)
      await sql`update question_reservations set month = '2020-01-01' where id = ${id}`.execute(tx)
    },
    tenant,
  )
  await commit(tenant, id)
  expect(await answered(tenant)).toBe(0)
  const { rows } = await asReader(
    store,
    (tx) => sql`select answered from question_counts where month = '2020-01-01'`.execute(tx),
    tenant,
  )
  expect(rows).toEqual([{ answered: 1 }])
})

test("another workspace's questions do not count and cannot be committed", async () => {
  const mine = await allowed(1)
  const theirs = await allowed(1)
  const id = await reserve(theirs)
  await releaseReservation(store.api.db, mine, id)
  await expect(reserve(theirs)).rejects.toThrow(AllowanceSpent)
  await reserve(mine)
})

test('only reservations long past their lease are deleted', async () => {
  const tenant = await allowed(5)
  const [old, recent] = [await reserve(tenant), await reserve(tenant)]
  await asWorker(
    store,
    (tx) =>
      sql`update question_reservations set expires_at = now() - interval '2 hours'
          where id = ${old}`.execute(tx),
    tenant,
  )
  const newest = await reserve(tenant)
  const { rows } = await asWorker(
    store,
    (tx) => sql`select id from question_reservations order by id`.execute(tx),
    tenant,
  )
  expect(rows).toEqual([{ id: recent }, { id: newest }])
})
