import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../test/support/store/store.ts'
import { deleteDocument } from '../knowledge/documents.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { listCitedLabels } from './cited-labels.ts'
import { toPeriod } from './period.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

const MARCH = { from: '2026-03-01', to: '2026-03-31' }

const list = (tenant: Tenant, limit = 10, period = MARCH) =>
  asWorker(store, (tx) => listCitedLabels(tx, toPeriod(period), limit), tenant)

const cite = ({ knowledgeBaseId }: Tenant, documentId: string, day: string, cited: number) =>
  asWorker(
    store,
    (tx) =>
      sql`insert into citation_counts (knowledge_base_id, day, document_id, cited)
          values (${knowledgeBaseId}, ${day}::date, ${documentId}, ${cited})`.execute(tx),
    { workspaceId: store.tenant.workspaceId, knowledgeBaseId },
  )

test('citations are counted by the labels of the cited documents', async () => {
  const { tenant } = store
  const documents = await Promise.all(
    Object.entries({
      old: { version: ['1'], product: ['cli'] },
      new: { version: ['2'] },
      both: { version: ['1', '2'] },
      none: {},
      uncited: { version: ['3'], language: ['de'] },
    }).map(async ([name, labels]) => {
      const { id } = await indexPage(store, page(`https://a.test/${name}`, { labels }), ['Reset.'])
      return [name, id] as const
    }),
  )
  const ids = Object.fromEntries(documents)
  const citations: [name: string, day: string, cited: number][] = [
    ['old', '2026-03-01', 3],
    ['old', '2026-03-31', 4],
    ['new', '2026-03-05', 20],
    ['both', '2026-03-05', 10],
    ['none', '2026-03-05', 2],
    ['new', '2026-02-28', 1000],
    ['uncited', '2026-04-01', 1000],
  ]
  for (const [name, day, cited] of citations) await cite(tenant, ids[name] ?? '', day, cited)

  const version = [
    { value: '2', documents: 2, cited: 30 },
    { value: '1', documents: 2, cited: 17 },
  ]
  expect(await list(tenant)).toEqual([
    { name: 'product', values: [{ value: 'cli', documents: 1, cited: 7 }], without: 32 },
    { name: 'version', values: version, without: 2 },
  ])
  expect(await list(tenant, 1)).toMatchObject([
    { name: 'product' },
    { name: 'version', values: version.slice(0, 1), without: 2 },
  ])
  expect(await list(await seedTenant(store.worker.db))).toEqual([])

  await asWorker(store, (tx) =>
    deleteDocument({ tx, queue: store.queue, tenant }, ids['old'] ?? ''),
  )
  expect(await list(tenant)).toMatchObject([
    { name: 'version', values: [version[0], { value: '1', documents: 1, cited: 10 }], without: 2 },
  ])
})
