import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
  toPassages,
  storePassages,
} from '../../../test/support/store/store.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { DocumentInput } from './put-document.ts'
import { changeDocument, deleteDocument, findDocument } from './documents.ts'
import { putDocument } from './put-document.ts'
import { createGroup } from './groups.ts'
import { findSearchContext } from './search-context.ts'
import { replacePassages } from './passages/replace-passages.ts'
import { termId } from '../text/terms.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const put = (input: DocumentInput) =>
  asWorker(store, (tx) => putDocument({ tx, queue: store.queue, tenant: store.tenant }, input))

const change = (id: string, to: Parameters<typeof changeDocument>[2]) =>
  asWorker(store, (tx) => changeDocument({ tx, queue: store.queue, tenant: store.tenant }, id, to))

async function waitingJobs(documentId: string): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job
    where name = 'index-document' and data->>'documentId' = ${documentId}
      and state = 'created'`.execute(store.worker.db)
  return rows[0]?.jobs ?? 0
}

async function countTerm(term: string): Promise<number> {
  const id = term === '' ? 0 : termId(store.tenant.knowledgeBaseId, term)
  const row = await asReader(store, (tx) =>
    tx.selectFrom('term_statistics').select('passages').where('term', '=', id).executeTakeFirst(),
  )
  return row?.passages ?? 0
}

const readable = (documentId: string) =>
  asReader(store, async (tx) => {
    const passages =
      await sql`select 1 from readable_passages where document_id = ${documentId}`.execute(tx)
    const vectors =
      await sql`select 1 from readable_vectors where document_id = ${documentId}`.execute(tx)
    return { passages: passages.rows.length, vectors: vectors.rows.length }
  })

test('a new page waits to be indexed, and its job is queued with it', async () => {
  const { document, outcome } = await put(page('https://a.test/new'))
  expect(outcome).toBe('created')
  expect(document).toMatchObject({ state: 'pending', title: 'https://a.test/new' })
  expect(await waitingJobs(document.id)).toBe(1)
})

test('a change that is rolled back queues nothing', async () => {
  let id = ''
  const failing = asWorker(store, async (tx) => {
    const { document } = await putDocument(
      { tx, queue: store.queue, tenant: store.tenant },
      page('https://a.test/no'),
    )
    id = document.id
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await waitingJobs(id)).toBe(0)
})

test('the same page again is not indexed again; changed content is, once', async () => {
  const input = page('https://a.test/same', { content: 'first' })
  const { id } = await indexPage(store, input, ['first'])
  await sql`delete from pgboss.job where data->>'documentId' = ${id}`.execute(store.worker.db)
  expect(await put(input)).toMatchObject({
    outcome: 'unchanged',
    document: { id, state: 'indexed' },
  })
  expect(await waitingJobs(id)).toBe(0)
  for (const content of ['second', 'third']) {
    const { document } = await put({ ...input, content })
    expect(document).toMatchObject({ id, state: 'pending' })
  }
  expect(await waitingJobs(id)).toBe(1)
})

test('a put that names no visibility keeps the one that was chosen by hand', async () => {
  const unnamed = page('https://a.test/chosen', { visibility: null })
  const { document } = await put(unnamed)
  expect(document.visibility).toBe('public')
  await change(document.id, { visibility: 'restricted' })
  expect((await put({ ...unnamed, content: 'other' })).document.visibility).toBe('restricted')
  expect((await put({ ...unnamed, visibility: 'unlisted' })).document.visibility).toBe('unlisted')
  expect((await put(unnamed)).document.visibility).toBe('unlisted')
})

test('a job that read an older version writes nothing', async () => {
  const input = page('https://a.test/raced', { content: 'old' })
  const { document } = await put(input)
  await put({ ...input, content: 'new' })
  const outcome = await asWorker(store, (tx) =>
    replacePassages(tx, {
      knowledgeBaseId: store.tenant.knowledgeBaseId,
      documentId: document.id,
      version: 1,
      title: 'Old',
      language: 'en',
      publishedAt: null,
      labels: {},
      passages: toPassages(store.tenant, ['old']),
      vectors: new Map(),
    }),
  )
  expect(outcome).toBe('superseded')
  expect(await readable(document.id)).toEqual({ passages: 0, vectors: 0 })
})

test('restricting hides passages and vectors at the commit, and takes them out of the statistics', async () => {
  const before = await countTerm('')
  const { id } = await indexPage(store, page('https://a.test/secret'), [
    'quokka one',
    'quokka two',
    'quokka three',
  ])
  expect(await readable(id)).toEqual({ passages: 3, vectors: 3 })
  expect([await countTerm(''), await countTerm('quokka')]).toEqual([before + 3, 3])
  await change(id, { visibility: 'restricted' })
  expect(await readable(id)).toEqual({ passages: 0, vectors: 0 })
  expect([await countTerm(''), await countTerm('quokka')]).toEqual([before, 0])
  await storePassages(store, id, ['quokka again'])
  expect(await readable(id)).toEqual({ passages: 0, vectors: 0 })
  expect(await countTerm('quokka')).toBe(0)
  await change(id, { visibility: 'unlisted' })
  expect(await readable(id)).toEqual({ passages: 1, vectors: 1 })
  expect(await countTerm('quokka')).toBe(1)
})

test('questions are not analysed in a language that only restricted documents have', async () => {
  const languages = async () =>
    (await asWorker(store, (tx) => findSearchContext(tx, store.tenant))).languages
  const { id } = await indexPage(store, page('https://a.test/bokmal'), ['Et kort avsnitt'])
  const speak = (language: string) =>
    asWorker(store, async (tx) => {
      await tx.updateTable('documents').set({ language }).where('id', '=', id).execute()
      await sql`update knowledge_bases set languages = array['en', 'no']
                where id = ${store.tenant.knowledgeBaseId}`.execute(tx)
    })
  await speak('no')
  expect(await languages()).toEqual(['en', 'no'])
  await change(id, { visibility: 'restricted' })
  expect(await languages()).toEqual(['en'])
  await change(id, { visibility: 'unlisted' })
  expect(await languages()).toEqual(['en', 'no'])
})

test('no passage can be stored under a visibility that its document does not have', async () => {
  const { id } = await indexPage(store, page('https://a.test/fk'), ['text'])
  const lie = asWorker(store, (tx) =>
    sql`update passages set visibility = 'unlisted' where document_id = ${id}`.execute(tx),
  )
  await expect(lie).rejects.toThrow(/foreign key/)
})

test('statistics equal a fresh count after puts, replacements, restrictions and deletions', async () => {
  const words = ['ant', 'bee', 'cat', 'dog', 'eel']
  for (let round = 0; round < 40; round += 1) {
    const url = `https://a.test/round/${round % 7}`
    const { id } = await indexPage(store, page(url, { content: String(round) }), [
      `${words[round % 5]} ${words[(round * 3) % 5]}`,
      `${words[(round * 2) % 5]}`,
    ])
    if (round % 3 === 0) await change(id, { visibility: 'restricted' })
    if (round % 6 === 0) await change(id, { visibility: 'public' })
    if (round % 11 === 0) {
      await asWorker(store, (tx) =>
        deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, id),
      )
    }
  }
  const { rows } = await asWorker(store, (tx) =>
    sql`(select term, passages::bigint from term_statistics where passages > 0
         except select term, count(*) from passages, unnest(terms || 0) term
                where visibility <> 'restricted' group by term)
        union all
        (select term, count(*) from passages, unnest(terms || 0) term
         where visibility <> 'restricted' group by term
         except select term, passages::bigint from term_statistics where passages > 0)`.execute(tx),
  )
  expect(rows).toEqual([])
})

test('writers of one knowledge base at once do not deadlock, and every count is right', async () => {
  const before = await countTerm('zebra')
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      indexPage(store, page(`https://a.test/at-once/${index}`), [
        `zebra ${index % 2 ? 'yak wolf' : 'wolf yak'}`,
      ]),
    ),
  )
  expect(await countTerm('zebra')).toBe(before + 30)
})

test('a deleted document is gone from every surface', async () => {
  const { id } = await indexPage(store, page('https://a.test/gone'), ['wombat'])
  expect(
    await asWorker(store, (tx) =>
      deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, id),
    ),
  ).toBe(true)
  expect(await readable(id)).toEqual({ passages: 0, vectors: 0 })
  expect(await countTerm('wombat')).toBe(0)
  expect(
    await asWorker(store, (tx) =>
      deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, id),
    ),
  ).toBe(false)
})

test('another tenant’s document cannot be found, changed or deleted', async () => {
  const { id } = await indexPage(store, page('https://a.test/mine'), ['mine'])
  const other = await seedTenant(store.worker.db)
  const asOther = <Result>(work: Parameters<typeof asWorker<Result>>[1]) =>
    asWorker(store, work, other)
  expect(await asOther((tx) => findDocument(tx, id))).toBeUndefined()
  expect(
    await asOther((tx) =>
      changeDocument({ tx, queue: store.queue, tenant: other }, id, { title: 'x' }),
    ),
  ).toBeUndefined()
  expect(await asOther((tx) => deleteDocument({ tx, queue: store.queue, tenant: other }, id))).toBe(
    false,
  )
  expect(await readable(id)).toEqual({ passages: 1, vectors: 1 })
})

test('a group that a document is in cannot be deleted', async () => {
  const group = await asWorker(store, (tx) =>
    createGroup(tx, store.tenant.knowledgeBaseId, 'Guides'),
  )
  await put(page('https://a.test/grouped', { group_id: group.id }))
  const removal = asWorker(store, (tx) =>
    tx.deleteFrom('source_groups').where('id', '=', group.id).execute(),
  )
  await expect(removal).rejects.toThrow(/foreign key/)
})
