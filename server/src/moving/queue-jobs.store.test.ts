import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminUrl, readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore, page } from '../../../test/support/store/store.ts'
import { putDocument } from '../knowledge/put-document.ts'
import { queueJobs } from './queue-jobs.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

test('pending documents are queued by priority, with the maintenance of the vector index', async () => {
  const { workspaceId, knowledgeBaseId } = store.tenant
  for (let count = 0; count < 20; count += 1) {
    const input = page(`https://docs.example.com/${count}`)
    await asWorker(store, (tx) =>
      putDocument({ tx, queue: store.queue, tenant: store.tenant }, input),
    )
  }
  await readRows(store, 'delete from pgboss.job')
  await queueJobs(getAdminUrl(store), { workspaceId, knowledgeBaseIds: [knowledgeBaseId] })
  const jobs = await readRows(
    store,
    `select name, priority, count(*)::int as count from pgboss.job group by 1, 2 order by 1, 2 desc`,
  )
  expect(jobs).toEqual([
    { name: 'index-document', priority: 0, count: 16 },
    { name: 'index-document', priority: -1, count: 4 },
    { name: 'vector-index', priority: 0, count: 1 },
  ])
})
