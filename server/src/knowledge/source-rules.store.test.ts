import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/seed.ts'
import { runSql } from '../../../test/support/services.ts'
import type { Store } from '../../../test/support/store.ts'
import { asWorker, openStore, page } from '../../../test/support/store.ts'
import type { DocumentVisibility } from '../platform/database.ts'
import type { DocumentInput } from './documents.ts'
import { changeDocument, listDocuments, putDocument } from './documents.ts'
import { applySourceRules } from './source-rules.ts'
import { changeSource, listSources } from './sources.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
beforeEach(async () => {
  store.tenant = await seedTenant(store.worker.db)
})
afterAll(() => store.close())

const put = (path: string, change: Partial<DocumentInput> = {}) =>
  asWorker(store, async (tx) => {
    const input = page(`https://a.test${path}`, change)
    return (await putDocument(tx, store.queue, store.tenant, input)).document
  })

/** As the endpoint does. */
const patch = (change: Parameters<typeof changeSource>[3]) =>
  asWorker(store, async (tx) => {
    const [source] = await listSources(tx)
    const { knowledgeBaseId } = store.tenant
    const changed = await changeSource(tx, knowledgeBaseId, source?.id ?? '', change)
    await applySourceRules(tx, store.queue, store.tenant, changed, change)
  })

async function visibilities(): Promise<Record<string, DocumentVisibility>> {
  const documents = await asWorker(store, (tx) =>
    listDocuments(tx, { limit: 100, after: undefined }),
  )
  return Object.fromEntries(
    documents.map(({ url, visibility }) => [new URL(url).pathname, visibility]),
  )
}

test('a visibility that was pushed stays, whatever becomes of the source', async () => {
  await put('/new', { visibility: 'restricted' })
  await put('/later', { visibility: null })
  await put('/later', { visibility: 'unlisted' })
  await put('/unnamed', { visibility: null })
  await patch({ name: 'Docs' })
  expect(await visibilities()).toEqual({
    '/new': 'restricted',
    '/later': 'unlisted',
    '/unnamed': 'public',
  })
  await patch({ visibility_rules: [{ path: '/**', visibility: 'restricted' }] })
  await patch({ visibility_rules: [], visibility: 'public' })
  expect(await visibilities()).toEqual({
    '/new': 'restricted',
    '/later': 'unlisted',
    '/unnamed': 'public',
  })
})

test('a change that names neither visibility, rules nor group leaves every document as it is', async () => {
  const { id } = await put('/a', { visibility: null })
  await asWorker(store, (tx) =>
    changeDocument(tx, store.queue, store.tenant, id, { visibility: 'restricted' }),
  )
  await patch({ name: 'Docs', paused: true })
  expect(await visibilities()).toEqual({ '/a': 'restricted' })
})

test('documents that were pushed before with a visibility keep it too', async () => {
  await put('/hidden', { visibility: 'restricted' })
  await put('/open', { visibility: null })
  await asWorker(store, (tx) =>
    tx.updateTable('documents').set({ visibility_chosen: false }).execute(),
  )
  const file = join(import.meta.dirname, '../../migrations/0016_pushed_visibility.sql')
  await runSql(store.ownerUrl, await readFile(file, 'utf8'))
  await patch({ visibility: 'unlisted' })
  expect(await visibilities()).toEqual({ '/hidden': 'restricted', '/open': 'unlisted' })
})
