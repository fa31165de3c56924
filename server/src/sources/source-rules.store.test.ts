import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SourceChange } from '../../../test/support/store/patch-source.ts'
import { patchFirstSource, patchFirstSourceIn } from '../../../test/support/store/patch-source.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import type { DocumentVisibility } from '../platform/database/database.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { DocumentInput } from '../knowledge/put-document.ts'
import { changeDocument } from '../knowledge/documents.ts'
import { listDocuments } from '../knowledge/list-documents.ts'
import { putDocument } from '../knowledge/put-document.ts'
import { createGroup } from '../knowledge/groups.ts'
import { termId } from '../text/terms.ts'

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
    return (await putDocument({ tx, queue: store.queue, tenant: store.tenant }, input)).document
  })

async function visibilities(): Promise<Record<string, DocumentVisibility>> {
  const { documents } = await asWorker(store, (tx) => listDocuments(tx, {}, { limit: 100 }))
  return Object.fromEntries(
    documents.map(({ url, visibility }) => [new URL(url).pathname, visibility]),
  )
}

test('a pushed visibility stays, whatever happens to the source', async () => {
  await put('/new', { visibility: 'restricted' })
  await put('/later', { visibility: null })
  await put('/later', { visibility: 'unlisted' })
  await put('/unnamed', { visibility: null })
  await patchFirstSource(store, { name: 'Docs' })
  expect(await visibilities()).toEqual({
    '/new': 'restricted',
    '/later': 'unlisted',
    '/unnamed': 'public',
  })
  await patchFirstSource(store, { rules: [{ match: '/**', visibility: 'restricted', labels: {} }] })
  await patchFirstSource(store, { rules: [], visibility: 'public' })
  expect(await visibilities()).toEqual({
    '/new': 'restricted',
    '/later': 'unlisted',
    '/unnamed': 'public',
  })
})

test('a change that names neither visibility, rules nor group leaves every document as it is', async () => {
  const { id } = await put('/a', { visibility: null })
  await asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, id, {
      visibility: 'restricted',
    }),
  )
  await patchFirstSource(store, { name: 'Docs', paused: true })
  expect(await visibilities()).toEqual({ '/a': 'restricted' })
})

const index = (path: string, texts: readonly string[], change: Partial<DocumentInput> = {}) =>
  indexPage(store, page(`https://a.test${path}`, { visibility: null, ...change }), texts)

async function countTerm(term: string): Promise<number> {
  const id = termId(store.tenant.knowledgeBaseId, term)
  const row = await asReader(store, (tx) =>
    tx.selectFrom('term_statistics').select('passages').where('term', '=', id).executeTakeFirst(),
  )
  return row?.passages ?? 0
}

const readablePassages = () =>
  asReader(store, async (tx) => {
    const rows = await tx.selectFrom('readable_passages').select('content').execute()
    return rows.map(({ content }) => content).toSorted()
  })

test('rules hide and show passages, and the statistics follow', async () => {
  await index('/in/a', ['quokka one', 'quokka two'])
  await index('/in/b', ['quokka three'])
  await index('/out/c', ['quokka four'])
  await index('/in/chosen', ['quokka five'], { visibility: 'unlisted' })
  expect(await countTerm('quokka')).toBe(5)
  await patchFirstSource(store, {
    rules: [{ match: '/in/**', visibility: 'restricted', labels: {} }],
  })
  expect(await readablePassages()).toEqual(['quokka five', 'quokka four'])
  expect(await countTerm('quokka')).toBe(2)
  await patchFirstSource(store, {
    rules: [{ match: '/out/**', visibility: 'restricted', labels: {} }],
  })
  expect(await readablePassages()).toEqual([
    'quokka five',
    'quokka one',
    'quokka three',
    'quokka two',
  ])
  expect(await countTerm('quokka')).toBe(4)
})

test('a group moves the documents that were in the one before, and no others', async () => {
  const { knowledgeBaseId } = store.tenant
  const [staff, guests] = await asWorker(store, async (tx) => [
    await createGroup(tx, knowledgeBaseId, 'Staff'),
    await createGroup(tx, knowledgeBaseId, 'Guests'),
  ])
  await put('/a')
  await put('/b', { group_id: guests?.id ?? null })
  await patchFirstSource(store, { group_id: staff?.id ?? null })
  const documents = await asWorker(store, (tx) =>
    tx.selectFrom('documents').select('group_id').orderBy('id').execute(),
  )
  expect(documents.map(({ group_id }) => group_id)).toEqual([staff?.id, guests?.id])
})

async function countStatements(change: SourceChange): Promise<number> {
  let statements = 0
  await asWorker(store, async (tx) => {
    const counting = tx.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await patchFirstSourceIn(counting as TenantTransaction, store, change)
  })
  return statements
}

test('rules take as many statements for many documents as for one', async () => {
  await index('/0', ['quokka'])
  const forOne = await countStatements({ visibility: 'restricted' })
  for (let number = 1; number < 20; number += 1) await index(`/${number}`, ['quokka'])
  expect(await countStatements({ visibility: 'unlisted' })).toBe(forOne)
  expect(await countTerm('quokka')).toBe(20)
})
