import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { forgetOldAuditEvents } from './forget-audit-events.ts'
import { changeWorkspace } from './workspaces.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

const AGES = [0, 10, 29, 31, 40, 400, 401, 402]

async function withEvents(): Promise<Tenant> {
  const tenant = await seedTenant(store.worker.db)
  for (const age of AGES) {
    await readRows(
      store,
      `insert into audit_events (workspace_id, id, actor, action, created_at)
       values ('${tenant.workspaceId}', '${newId()}', 'ada', 'key.revoke', now() - interval '${age} days')`,
    )
  }
  return tenant
}

const ages = async ({ workspaceId }: Tenant) => {
  const rows = await readRows<{ age: number }>(
    store,
    `select round(extract(epoch from now() - created_at) / 86400)::int as age from audit_events
     where workspace_id = '${workspaceId}' and actor = 'ada' order by 1`,
  )
  return rows.map(({ age }) => age)
}

test('entries older than the workspace wants are deleted, in batches, of no other workspace', async () => {
  const [tenant, other] = [await withEvents(), await withEvents()]
  await asWorker(
    store,
    (tx) => changeWorkspace(tx, tenant.workspaceId, { audit_retention_days: 30 }),
    tenant,
  )
  expect(await forgetOldAuditEvents(store.worker.db, 2)).toBe(5)
  expect(await ages(tenant)).toEqual([0, 10, 29])
  expect(await ages(other)).toEqual(AGES)
  expect(await forgetOldAuditEvents(store.worker.db)).toBe(0)
})

test('no role may delete an entry itself, and the readers’ role not even old ones', async () => {
  const tenant = await withEvents()
  const remove = sql`delete from audit_events`
  await expect(asWorker(store, (tx) => remove.execute(tx), tenant)).rejects.toThrow('permission')
  await expect(asReader(store, (tx) => remove.execute(tx), tenant)).rejects.toThrow('permission')
  const forget = sql`select forget_old_audit_events(10)`
  await expect(asReader(store, (tx) => forget.execute(tx), tenant)).rejects.toThrow('permission')
  // Without a setting there is nothing old.
  await asWorker(store, (tx) => forget.execute(tx), tenant)
  expect(await ages(tenant)).toEqual(AGES)
})
