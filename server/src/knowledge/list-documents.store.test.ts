import { DocumentSort } from '@footnote/contract/admin/documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../test/support/store/store.ts'
import { newId } from '../platform/new-id.ts'
import { changeBulk, findBulk, lockBulk } from '../sources/bulk-documents.ts'
import { countDocuments, listDocuments } from './list-documents.ts'
import { lookUpPassages } from './passages/list-passages.ts'
import { putDocument } from './put-document.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
  const titles = ['Zebra 100%', 'apple_pie', 'Übersicht', 'Apple pie', 'zebra', 'Same', 'Same']
  for (const [index, title] of titles.entries()) {
    const input = page(`https://a.test/${index}/guide`, { title })
    await asWorker(store, (tx) =>
      putDocument({ tx, queue: store.queue, tenant: store.tenant }, input),
    )
  }
  // Two of each, and some not indexed.
  await asWorker(store, (tx) =>
    sql`update documents d set passage_count = n / 2,
                               indexed_at = case when n < 4 then now() - n / 2 * interval '1 hour' end
        from (select id, row_number() over (order by id)::int as n from documents) o
        where o.id = d.id`.execute(tx),
  )
})
afterAll(() => store.close())

const found = (q: string) =>
  asWorker(store, async (tx) => {
    const { documents } = await listDocuments(tx, { q }, { limit: 10 })
    expect(await countDocuments(tx, { q })).toBe(documents.length)
    return documents.map(({ title }) => title)
  })

test('documents are found by parts of the title and the URL, in any case and order', async () => {
  expect(await found('ZEBRA')).toEqual(['Zebra 100%', 'zebra'])
  expect(await found('übers')).toEqual(['Übersicht'])
  expect(await found('PIE app')).toEqual(['apple_pie', 'Apple pie'])
  expect(await found('same /6/gui')).toEqual(['Same'])
  expect(await found('https://a.test/2/guide')).toEqual(['Übersicht'])
  expect(await found('pe')).toEqual([])
})

test('what is searched for is taken as it is written', async () => {
  expect(await found('%')).toEqual(['Zebra 100%'])
  expect(await found('e_p')).toEqual(['apple_pie'])
  expect(await found('\\')).toEqual([])
})

test('each sort lists every document once, page by page, and the other way round', async () => {
  for (const sort of DocumentSort.options) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const wanted = { limit: 2, sort, cursor }
      const part = await asWorker(store, (tx) => listDocuments(tx, {}, wanted))
      seen.push(...part.documents.map(({ id }) => id))
      cursor = part.next_cursor ?? undefined
    } while (cursor !== undefined)
    const whole = await asWorker(store, (tx) => listDocuments(tx, {}, { limit: 10, sort }))
    const ids = whole.documents.map(({ id }) => id)
    expect(seen, sort).toEqual(ids)
    expect(new Set(seen).size, sort).toBe(7)
    const other = sort.startsWith('-') ? DocumentSort.parse(sort.slice(1)) : undefined
    if (other === undefined) continue
    const forwards = await asWorker(store, (tx) =>
      listDocuments(tx, {}, { limit: 10, sort: other }),
    )
    expect(forwards.documents.map(({ id }) => id).toReversed(), sort).toEqual(ids)
  }
})

test('titles are in the order of the alphabet, and pages not indexed come first', async () => {
  const titles = (sort: 'title' | 'indexed_at') =>
    asWorker(store, async (tx) => {
      const { documents } = await listDocuments(tx, {}, { limit: 10, sort })
      return documents.map(({ title }) => title)
    })
  expect((await titles('title')).slice(0, 2)).toEqual(['Apple pie', 'apple_pie'])
  expect((await titles('indexed_at')).slice(4)).toEqual(['apple_pie', 'Übersicht', 'Zebra 100%'])
})

test('a filter is worked through part by part, and each document changed once', async () => {
  const other = await seedTenant(store.worker.db)
  const ids = Array.from({ length: 203 }, () => newId())
  await asWorker(
    store,
    (tx) =>
      sql`insert into documents (knowledge_base_id, id, source_id, url, title, content, content_type)
          select ${other.knowledgeBaseId}, u.id, s.id, 'https://b.test/' || u.id, 'Many', 'text',
                 'text/plain'
          from sources s, unnest(${ids}::uuid[]) u (id) where s.type = 'api'`.execute(tx),
    other,
  )
  const body = { filter: { q: 'b.test' }, visibility: 'restricted' as const }
  const next = (cursor?: string) =>
    asWorker(
      store,
      async (tx) => {
        const part = await findBulk(tx, { ...body, cursor })
        const documents = await lockBulk(tx, part.ids)
        await changeBulk({ tx, queue: store.queue, tenant: other }, documents, body)
        return { changed: documents.length, next_cursor: part.next_cursor }
      },
      other,
    )
  const first = await next()
  expect(first.changed).toBe(200)
  expect(await next(first.next_cursor ?? '')).toEqual({ changed: 3, next_cursor: null })
  const restricted = (tenant = store.tenant) =>
    asWorker(store, (tx) => countDocuments(tx, { visibility: 'restricted' }), tenant)
  expect(await restricted(other)).toBe(203)
  expect(await restricted()).toBe(0)
})

test('another tenant’s documents and passages are not found', async () => {
  const { id } = await indexPage(store, page('https://a.test/mine'), ['mine'])
  const { passages } = await asWorker(store, async (tx) => ({
    passages: await tx.selectFrom('passages').select('id').where('document_id', '=', id).execute(),
  }))
  const passageIds = passages.map((passage) => passage.id)
  expect(await asWorker(store, (tx) => lookUpPassages(tx, passageIds))).toHaveLength(1)
  const other = await seedTenant(store.worker.db)
  expect(await asWorker(store, (tx) => lookUpPassages(tx, passageIds), other)).toEqual([])
  expect(await asWorker(store, (tx) => lockBulk(tx, [id]), other)).toEqual([])
  expect(await asWorker(store, (tx) => countDocuments(tx, { q: 'mine' }), other)).toBe(0)
})
