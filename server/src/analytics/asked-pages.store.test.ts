import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import { eraseThreads } from '../conversations/erase-threads.ts'
import { expireThreads } from '../conversations/expire-threads.ts'
import type { NewTurn } from '../conversations/save-turn.ts'
import { countTurn, saveTurn } from '../conversations/save-turn.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { changeWorkspace } from '../workspaces/workspaces.ts'
import { listAskedPages } from './asked-pages.ts'
import { toPeriod } from './period.ts'
import { traceOf } from '../../../test/support/store/stored-messages.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

const turn = ({ knowledgeBaseId }: Tenant, change: Partial<NewTurn>): NewTurn => ({
  knowledgeBaseId,
  threadId: newId(),
  isFollowUp: false,
  messageId: newId(),
  asker: null,
  widgetId: null,
  source: 'widget',
  pageUrl: null,
  question: 'Where?',
  answer: 'Here.',
  citations: [],
  covered: true,
  sourceDocumentIds: [],
  reader: null,
  keyId: null,
  language: 'en',
  words: [],
  trace: traceOf('Where?'),
  ...change,
})

const ask = (tenant: Tenant, change: Partial<NewTurn>) =>
  asReader(store, (tx) => saveTurn(tx, turn(tenant, change), newId()), tenant)

const pages = (tenant: Tenant, limit = 10) =>
  asWorker(store, (tx) => listAskedPages(tx, toPeriod({}), limit), tenant)

const URL = 'https://docs.test'

test('pages are counted with each answer, without small talk, for each knowledge base', async () => {
  const tenant = await seedTenant(store.worker.db)
  const other = await seedTenant(store.worker.db)
  const smallTalk = { ...turn(tenant, {}).trace, model: 'small_talk' }
  await ask(tenant, { pageUrl: `${URL}/a` })
  await Promise.all(
    [true, false, true].map((covered) => ask(tenant, { pageUrl: `${URL}/b`, covered })),
  )
  await ask(tenant, { pageUrl: `${URL}/b`, trace: smallTalk })
  await ask(tenant, {})
  await ask(other, { pageUrl: `${URL}/other` })
  expect(await pages(tenant)).toEqual({
    pages: [
      { page_url: `${URL}/b`, questions: 3, covered: 2 },
      { page_url: `${URL}/a`, questions: 1, covered: 1 },
    ],
    other_questions: 0,
  })
  expect((await pages(tenant, 1)).pages).toHaveLength(1)
})

test('an address as long as a question may have is counted', async () => {
  const tenant = await seedTenant(store.worker.db)
  const pageUrl = `${URL}/${'%E6%96%87'.repeat(2_000)}`
  await ask(tenant, { pageUrl })
  await ask(tenant, { pageUrl })
  expect((await pages(tenant)).pages).toMatchObject([{ questions: 2 }])
})

test('a day keeps a thousand pages one by one, and counts further ones together', async () => {
  const tenant = await seedTenant(store.worker.db)
  await asWorker(
    store,
    (tx) =>
      sql`
      insert into page_counts select current_knowledge_base(), (now() at time zone 'utc')::date,
        ${URL} || '/' || n, 1, 1 from generate_series(1, 999) n`.execute(tx),
    tenant,
  )
  for (const page of ['new', 'beyond', 'further', 'new', '7']) {
    await ask(tenant, { pageUrl: `${URL}/${page}` })
  }
  const { pages: listed, other_questions } = await pages(tenant, 2_000)
  expect(listed).toHaveLength(1_000)
  expect(listed.slice(0, 2)).toEqual([
    { page_url: `${URL}/7`, questions: 2, covered: 2 },
    { page_url: `${URL}/new`, questions: 2, covered: 2 },
  ])
  expect(other_questions).toBe(2)
})

test('there are none under Zero data retention, nor of days whose conversations expired', async () => {
  const tenant = await seedTenant(store.worker.db)
  const change = (settings: Parameters<typeof changeWorkspace>[2]) =>
    asWorker(store, (tx) => changeWorkspace(tx, tenant.workspaceId, settings), tenant)
  await ask(tenant, { pageUrl: `${URL}/today` })
  await asWorker(
    store,
    (tx) =>
      sql`
      insert into page_counts select current_knowledge_base(), (now() at time zone 'utc')::date - n,
        ${URL}, 1, 1 from unnest(array[6, 7]) n`.execute(tx),
    tenant,
  )
  await change({ thread_retention_days: 7 })
  await expireThreads(store.worker.db)
  expect((await pages(tenant)).pages).toMatchObject([{ questions: 1 }, { questions: 1 }])
  await change({ retention: 'zero' })
  await asReader(
    store,
    (tx) => countTurn(tx, turn(tenant, { pageUrl: `${URL}/zero` }), newId()),
    tenant,
  )
  await eraseThreads(store.worker.db, tenant.workspaceId)
  expect(
    await readRows(
      store,
      `select from page_counts where knowledge_base_id = '${tenant.knowledgeBaseId}'`,
    ),
  ).toEqual([])
})
