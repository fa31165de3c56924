import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import { deleteDocument } from '../knowledge/documents.ts'
import { putDocument } from '../knowledge/put-document.ts'
import { queueDueStarterRefreshes } from '../knowledge/starter-refresh.ts'
import { createLog } from '../platform/log.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { chooseStarters, refreshStarters } from './refresh-starters.ts'

let store: Store
let tenant: Tenant

beforeAll(async () => {
  store = await openStore()
})

beforeEach(async () => {
  tenant = await seedTenant(store.worker.db)
})

afterAll(() => store?.close())

const put = (title: string, url = `https://x.test/${title}`) =>
  indexPage(store, page(url, { title }), ['Some text.'], tenant)

const readQuestions = () =>
  asReader(
    store,
    async (tx) =>
      (
        await tx
          .selectFrom('readable_starter_questions')
          .select('question')
          .orderBy('position')
          .execute()
      ).map(({ question }) => question),
    tenant,
  )

const refresh = () =>
  refreshStarters(
    { db: store.worker.db, starterModels: null, log: createLog('silent') },
    tenant,
    AbortSignal.timeout(20_000),
  )

const waitingJobs = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'refresh-starters' and singleton_key = ${tenant.knowledgeBaseId}`.execute(
    store.worker.db,
  )
  return rows[0]?.count ?? 0
}

const setRefreshed = (hoursAgo: number) =>
  asWorker(
    store,
    (tx) =>
      sql`update knowledge_bases set starters_refreshed_at = now() - ${hoursAgo} * interval '1 hour'
          where id = ${tenant.knowledgeBaseId}`.execute(tx),
    tenant,
  )

test('pages near the root of a site are asked about first', async () => {
  await put('Deep?', 'https://x.test/a/b/c')
  await put('Root?', 'https://x.test/')
  await put('Middle?', 'https://x.test/a/b')
  await refresh()
  expect(await readQuestions()).toEqual(['Root?', 'Middle?', 'Deep?'])
})

test('a page without text, or not indexed yet, is not asked about', async () => {
  await indexPage(store, page('https://x.test/empty', { title: 'Empty?' }), [], tenant)
  const pending = page('https://x.test/pending', { title: 'Pending?' })
  await asWorker(store, (tx) => putDocument({ tx, queue: store.queue, tenant }, pending), tenant)
  await refresh()
  expect(await readQuestions()).toEqual([])
})

test('refreshes of one knowledge base at the same moment leave one list', async () => {
  const titles = ['Anchors?', 'Buoys?', 'Cleats?']
  for (const title of titles) await put(title)
  await Promise.all(Array.from({ length: 6 }, () => refresh()))
  expect((await readQuestions()).sort()).toEqual(titles)
})

test('the api role reads the questions of its tenant, and not the table behind them', async () => {
  await put('Own?')
  await refresh()
  tenant = await seedTenant(store.worker.db)
  expect(await readQuestions()).toEqual([])
  const reading = sql`select 1 from starter_questions`.execute(store.api.db)
  await expect(reading).rejects.toThrow(/permission denied/)
})

test('many removed pages queue one refresh', async () => {
  const documents = [await put('A?'), await put('B?'), await put('C?')]
  expect(await waitingJobs()).toBe(0)
  for (const { id } of documents) {
    await asWorker(store, (tx) => deleteDocument({ tx, queue: store.queue, tenant }, id), tenant)
  }
  expect(await waitingJobs()).toBe(1)
})

test('a refresh is due a day after the last one, or if there was none', async () => {
  await setRefreshed(23.9)
  await queueDueStarterRefreshes(store.worker.db, store.queue)
  expect(await waitingJobs()).toBe(0)
  await setRefreshed(24.1)
  await queueDueStarterRefreshes(store.worker.db, store.queue)
  await queueDueStarterRefreshes(store.worker.db, store.queue)
  expect(await waitingJobs()).toBe(1)
  tenant = await seedTenant(store.worker.db)
  await queueDueStarterRefreshes(store.worker.db, store.queue)
  expect(await waitingJobs()).toBe(1)
})

test('each group has up to four different questions', () => {
  const titled = (group_id: string | null, title: string) => ({
    document_id: `${group_id} ${title}`,
    group_id,
    title,
    language: 'en',
    version: null,
  })
  const titles = ['Anchors?', 'Buoys?', 'anchors?', '404', 'Cleats?', 'Davits?', 'Eyebolts?']
  const chosen = chooseStarters([null, 'g'].flatMap((group) => titles.map((t) => titled(group, t))))
  for (const group of [null, 'g']) {
    const ofGroup = chosen.filter(({ document_id }) => document_id.startsWith(`${group} `))
    expect(new Set(ofGroup.map(({ question }) => question.toLowerCase())).size).toBe(4)
    expect(ofGroup).toHaveLength(4)
    for (const { document_id, title } of ofGroup) expect(document_id).toBe(`${group} ${title}`)
  }
  expect(chosen.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
