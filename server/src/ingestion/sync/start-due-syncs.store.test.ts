import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import { openSyncing } from '../../../../test/support/store/syncing.ts'
import { noteDueSyncs } from '../../sources/schedule.ts'
import { createSource } from '../../sources/sources.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { startDueSyncs } from './start-due-syncs.ts'

const SCHEDULE = '0 3 * * *'

let store: Store
let syncing: Syncing

beforeEach(async () => {
  store = await openStore()
  syncing = await openSyncing(store)
})
afterEach(async () => {
  await syncing.close()
  await store.close()
})

/** A knowledge base with a source that has been due for so long. */
async function addDue(seconds: number): Promise<{ tenant: Tenant; sourceId: string }> {
  store.tenant = await seedTenant(store.worker.db)
  const sourceId = await syncing.addSource(createScriptedSource(), { schedule: SCHEDULE })
  await asWorker(store, async (tx) => {
    await sql`update sources set next_sync_at = now() - ${seconds} * interval '1 second'
              where id = ${sourceId}`.execute(tx)
    await noteDueSyncs(tx, store.tenant.knowledgeBaseId)
  })
  return { tenant: store.tenant, sourceId }
}

const listSyncs = ({ tenant }: { tenant: Tenant }) =>
  asWorker(store, (tx) => tx.selectFrom('syncs').select('trigger').execute(), tenant)

const STARTED = [{ trigger: 'schedule' }]

test('a knowledge base that is locked keeps no other from being looked at', async () => {
  const locked = await addDue(20)
  const other = await addDue(10)
  await asWorker(
    store,
    async (tx) => {
      await noteDueSyncs(tx, locked.tenant.knowledgeBaseId)
      await startDueSyncs(syncing.deps)
      expect(await listSyncs(other)).toEqual(STARTED)
      expect(await listSyncs(locked)).toEqual([])
    },
    locked.tenant,
  )
  await startDueSyncs(syncing.deps)
  expect(await listSyncs(locked)).toEqual(STARTED)
})

test('a knowledge base whose syncs cannot be started keeps no other from being looked at', async () => {
  const broken = await addDue(20)
  await asWorker(store, (tx) =>
    sql`update sources set schedule = 'never' where id = ${broken.sourceId}`.execute(tx),
  )
  const other = await addDue(10)
  await startDueSyncs(syncing.deps)
  expect(await listSyncs(other)).toEqual(STARTED)
  expect(await listSyncs(broken)).toEqual([])
})

const waiters = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where not granted and locktype = 'transactionid'`.execute(store.worker.db)
  return rows[0]?.count
}

test('a schedule that is added while another transaction waits to note its own is kept', async () => {
  const { knowledgeBaseId } = store.tenant
  const waiting = await asWorker(store, async (tx) => {
    await createSource(tx, knowledgeBaseId, {
      name: 'Docs',
      settings: { type: 'files', base_url: 'https://docs.example.com/' },
      group_id: null,
      schedule: SCHEDULE,
      visibility: 'public',
      rules: [],
    })
    const noted = asWorker(store, (other) => noteDueSyncs(other, knowledgeBaseId))
    await expect.poll(waiters, { timeout: 5000 }).toBeGreaterThan(0)
    return { noted }
  })
  await waiting.noted
  const { rows } = await asWorker(store, (tx) =>
    sql<{ isNoted: boolean }>`
      select k.syncs_due_at = s.next_sync_at as "isNoted"
      from knowledge_bases k join sources s on s.knowledge_base_id = k.id
      where s.schedule is not null`.execute(tx),
  )
  expect(rows).toEqual([{ isNoted: true }])
})
