import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { changeWorkspace } from '../workspaces/workspaces.ts'
import { countThreads, deleteThreads } from './delete-conversations.ts'
import { listMessages } from './messages.ts'
import { saveTurn } from './save-turn.ts'
import { traceOf } from '../../../test/support/store/stored-messages.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

const ask = (tenant: Tenant, asker: string | null) =>
  asReader(
    store,
    (tx) =>
      saveTurn(
        tx,
        {
          knowledgeBaseId: tenant.knowledgeBaseId,
          threadId: newId(),
          isFollowUp: false,
          messageId: newId(),
          asker,
          widgetId: null,
          source: 'api',
          pageUrl: null,
          question: 'Who am I?',
          answer: 'Somebody.',
          citations: [],
          covered: true,
          sourceDocumentIds: [],
          reader: null,
          keyId: null,
          language: 'en',
          words: [],
          trace: traceOf('Who am I?'),
        },
        newId(),
      ),
    tenant,
  )

const keep = (tenant: Tenant, asker_storage: 'none' | 'hashed' | 'plain') =>
  asWorker(store, (tx) => changeWorkspace(tx, tenant.workspaceId, { asker_storage }), tenant)

const askers = async ({ knowledgeBaseId }: Tenant) => {
  const rows = await readRows<{ asker: string | null }>(
    store,
    `select asker from threads where knowledge_base_id = '${knowledgeBaseId}' order by id`,
  )
  return rows.map(({ asker }) => asker)
}

const count = (tenant: Tenant, asker: string) =>
  asWorker(store, (tx) => countThreads(tx, asker), tenant).then(({ threads }) => threads)

test('a name is stored as it was sent, unless the workspace wants otherwise', async () => {
  const tenant = await seedTenant(store.worker.db)
  await ask(tenant, 'Ada@example.com')
  await keep(tenant, 'none')
  await ask(tenant, 'Ada@example.com')
  expect(await askers(tenant)).toEqual(['Ada@example.com', null])
})

test('a hash is the same for somebody, differs between workspaces, and finds what was stored', async () => {
  const [tenant, other] = [await seedTenant(store.worker.db), await seedTenant(store.worker.db)]
  await ask(tenant, 'ada@example.com')
  for (const each of [tenant, other]) {
    await keep(each, 'hashed')
    for (const name of ['Ada@Example.com', 'ada@example.com', 'user-7', 'User-7', null]) {
      await ask(each, name)
    }
  }
  const [plain, ...hashes] = await askers(tenant)
  const [first, second, third, fourth, nobody] = hashes
  expect(plain).toBe('ada@example.com')
  expect(first).toMatch(/^hashed:[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(fourth).not.toBe(third)
  expect(nobody).toBeNull()
  const elsewhere = (await askers(other)).filter((hash) => hash !== null)
  expect(elsewhere.filter((hash) => hashes.includes(hash))).toEqual([])
  expect(elsewhere).toHaveLength(4)

  expect(await count(tenant, 'ADA@example.com')).toBe(3)
  expect(await count(tenant, 'user-7')).toBe(1)
  expect(await count(tenant, 'grace@example.com')).toBe(0)
  const page = { limit: 10, before: null, filters: { asker: 'user-7' } }
  expect(await asWorker(store, (tx) => listMessages(tx, tenant, page), tenant)).toHaveLength(1)
  await asWorker(store, (tx) => deleteThreads(tx, 'ada@example.com', 10), tenant)
  expect(await askers(tenant)).toEqual([third, fourth, null])
})
