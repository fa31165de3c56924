import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import { changeDocument } from '../knowledge/documents.ts'
import { analyse, termId } from '../text/terms.ts'
import { idf, idfSql, textQuery, textRetriever } from './text-search.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
  await indexPage(store, page('https://a.test/1'), ['gannet heron', 'heron', 'walrus'])
  const hidden = await indexPage(store, page('https://a.test/2'), ['gannet'])
  await asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, hidden.id, {
      visibility: 'restricted',
    }),
  )
})
afterAll(() => store.close())

const getId = (word: string) => termId(store.tenant.knowledgeBaseId, analyse(word).join())

async function find(words: readonly string[]): Promise<string[]> {
  const queries = [{ language: 'en', terms: words.map(getId) }]
  const { rows } = await asReader(store, (tx) =>
    sql<{ content: string }>`
      with ${textQuery(queries)}, hits as (${textRetriever(100, sql``)})
      select p.content from hits join readable_passages p using (id) order by hits.rank`.execute(
      tx,
    ),
  )
  return rows.map(({ content }) => content)
}

const pretendPassages = (word: string | null, passages: number) =>
  asWorker(store, (tx) =>
    tx
      .updateTable('term_statistics')
      .set({ passages })
      .where('term', '=', word === null ? 0 : getId(word))
      .execute(),
  )

test('a restricted passage is found by none of its words', async () => {
  expect(await find(['gannet'])).toEqual(['gannet heron'])
})

test('another tenant sees none of these terms, even by their exact numbers', async () => {
  const other = await seedTenant(store.worker.db)
  const count = async (tenant = store.tenant) => {
    const { rows } = await asReader(
      store,
      (tx) =>
        sql<{ count: number }>`
          select count(*)::int as count from readable_terms
          where terms && ${[getId('heron')]}::int[]`.execute(tx),
      tenant,
    )
    return rows[0]?.count
  }
  expect(await count()).toBe(2)
  expect(await count(other)).toBe(0)
})

test('in a large knowledge base the rarest words pick what is ranked', async () => {
  expect(await find(['gannet', 'heron', 'walrus'])).toHaveLength(3)
  await pretendPassages(null, 1_000_000)
  await pretendPassages('gannet', 100)
  await pretendPassages('heron', 4_000)
  await pretendPassages('walrus', 4_000)
  const found = await find(['gannet', 'heron', 'walrus'])
  expect(found).toContain('gannet heron')
  expect(found).toHaveLength(2)
})

test('a question of common words alone still finds passages by the rarest of them', async () => {
  await pretendPassages(null, 1_000_000)
  await pretendPassages('heron', 60_000)
  await pretendPassages('walrus', 50_000)
  expect(await find(['heron', 'walrus'])).toEqual(['walrus'])
})

test('a term is as rare for the search as for answerability', async () => {
  for (const [passages, total] of [
    [0, 7],
    [7, 7],
    [31, 6_772],
  ] as const) {
    const rarity = idfSql(sql`${passages}::int`, sql`${total}::int`)
    const { rows } = await sql<{ idf: number }>`select ${rarity} as idf`.execute(store.api.db)
    expect(rows[0]?.idf).toBeCloseTo(idf(passages, total), 12)
  }
})
