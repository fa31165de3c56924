import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import { readRows } from '../../../../test/support/store/services.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../../test/support/store/store.ts'
import { newId } from '../../platform/new-id.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { removeKnowledgeBase, startDeletion } from './delete-knowledge-base.ts'
import { removeWorkspace, startWorkspaceDeletion } from './delete-workspace.ts'
import { createSpaceIndexes } from '../spaces/embedding-space-index.ts'
import { queueDeletions } from './queue-deletions.ts'
import { tenantTables } from './tenant-tables.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const deps = () => ({ db: store.worker.db, indexes: createSpaceIndexes(store.ownerUrl) })
const remove = (tenant: Tenant, isTimeUp: () => boolean) =>
  removeKnowledgeBase(deps(), tenant, isTimeUp)
const start = (tenant: Tenant) =>
  asWorker(store, (tx) => startDeletion({ tx, queue: store.queue, tenant }), tenant)

const addThreads = (tenant: Tenant, threads: number) =>
  asWorker(
    store,
    (tx) =>
      sql`
      insert into threads (knowledge_base_id, id)
      select ${tenant.knowledgeBaseId}, gen_random_uuid() from generate_series(1, ${threads})`.execute(
        tx,
      ),
    tenant,
  )

/** Rows that name the knowledge base, in all tables. */
async function countRows({ knowledgeBaseId }: Tenant): Promise<number> {
  const tables = await asWorker(store, tenantTables)
  const counts = tables.map(
    (name) => `select count(*) from ${name} where knowledge_base_id = '${knowledgeBaseId}'`,
  )
  const [row] = await readRows<{ rows: number }>(
    store,
    `select (${counts.join('+').replaceAll(/select count[^+]*/g, (one) => `(${one})`)})::int as rows`,
  )
  return row?.rows ?? -1
}

const isThere = async ({ knowledgeBaseId }: Tenant): Promise<boolean> =>
  (await readRows(store, `select from knowledge_bases where id = '${knowledgeBaseId}'`)).length > 0

test('resumes after each interruption, batch by batch, and also deletes what was written meanwhile', async () => {
  const tenant = await seedTenant(store.worker.db, 'Large')
  const other = await seedTenant(store.worker.db, 'Other')
  for (const one of [tenant, other]) {
    await addThreads(one, 3_500)
    await indexPage(store, page('https://a.test/1'), ['one', 'two', 'three'], one)
  }
  const [all, others] = [await countRows(tenant), await countRows(other)]
  await start(tenant)
  let left = all
  let turns = 0
  while ((await remove(tenant, () => true)) === 'unfinished') {
    turns += 1
    const now = await countRows(tenant)
    expect(left - now).toBeLessThanOrEqual(1_000)
    left = now
    expect(await isThere(tenant)).toBe(true)
    if (turns === 2) {
      await addThreads(tenant, 500)
      left += 500
    }
  }
  expect(turns).toBeGreaterThan(5)
  expect(await countRows(tenant)).toBe(0)
  expect(await isThere(tenant)).toBe(false)
  expect(await countRows(other)).toBe(others)
  // A second worker that had the same job finds nothing to do.
  expect(await remove(tenant, () => true)).toBe('gone')
})

test('removes nothing of a knowledge base that nobody deleted', async () => {
  const tenant = await seedTenant(store.worker.db)
  const all = await countRows(tenant)
  expect(await remove(tenant, () => false)).toBe('gone')
  expect(await countRows(tenant)).toBe(all)
})

test('stops syncs and re-embedding at once, and shows readers nothing', async () => {
  const tenant = await seedTenant(store.worker.db)
  const { knowledgeBaseId: knowledge_base_id } = tenant
  const sourceId = newId()
  await asWorker(
    store,
    async (tx) => {
      const source = { id: sourceId, type: 'website', name: 'Site' }
      await tx
        .insertInto('sources')
        .values({ knowledge_base_id, ...source })
        .execute()
      await tx
        .insertInto('syncs')
        .values({ knowledge_base_id, id: newId(), source_id: sourceId, trigger: 'manual' })
        .execute()
      const space = { id: newId(), model: 'next', dimensions: 3, state: 'building' as const }
      await tx
        .insertInto('embedding_spaces')
        .values({ knowledge_base_id, ...space })
        .execute()
    },
    tenant,
  )
  const shown = () =>
    asReader(store, (tx) => tx.selectFrom('knowledge_bases').select('id').execute(), tenant)
  expect(await shown()).toHaveLength(1)
  await start(tenant)
  expect(await shown()).toEqual([])
  const state = await asWorker(
    store,
    async (tx) => ({
      syncs: await tx.selectFrom('syncs').select('cancel_requested').execute(),
      spaces: await tx.selectFrom('embedding_spaces').select('state').orderBy('id').execute(),
    }),
    tenant,
  )
  expect(state).toEqual({
    syncs: [{ cancel_requested: true }],
    spaces: [{ state: 'active' }, { state: 'discarded' }],
  })
})

test('a workspace goes once its knowledge bases are gone, one made meanwhile too', async () => {
  const tenant = await seedTenant(store.worker.db)
  const { workspaceId } = tenant
  const goOn = () => removeWorkspace(store.worker.db, store.queue, workspaceId)
  await asWorker(store, (tx) => startWorkspaceDeletion(tx, store.queue, workspaceId), tenant)
  const late = { workspaceId, knowledgeBaseId: newId() }
  const { knowledgeBaseId: id } = late
  await asWorker(
    store,
    (tx) =>
      tx
        .insertInto('knowledge_bases')
        .values({ workspace_id: workspaceId, id, name: '' })
        .execute(),
    late,
  )
  expect(await goOn()).toBe('unfinished')
  for (const one of [tenant, late]) expect(await remove(one, () => false)).toBe('gone')
  expect(await goOn()).toBe('gone')
  const found = `select from workspaces where id = '${workspaceId}'`
  expect(await readRows(store, found)).toEqual([])
})

test('a deletion whose job was lost is queued again after a minute', async () => {
  const tenant = await seedTenant(store.worker.db)
  const { knowledgeBaseId } = tenant
  const jobs = async () => {
    await queueDeletions(store.worker.db, store.queue)
    const queued = `select from pgboss.job where singleton_key = '${knowledgeBaseId}'`
    return (await readRows(store, queued)).length
  }
  await start(tenant)
  await readRows(store, `delete from pgboss.job where singleton_key = '${knowledgeBaseId}'`)
  expect(await jobs()).toBe(0)
  await readRows(
    store,
    `update knowledge_bases set deleting_at = now() - interval '2 minutes'
    where id = '${knowledgeBaseId}'`,
  )
  expect(await jobs()).toBe(1)
  expect(await jobs()).toBe(1)
})
