import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../../test/support/store/store.ts'
import { changeDocument, deleteDocument } from '../../knowledge/documents.ts'
import { activeSpace } from '../../knowledge/spaces/embedding-space.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { createLog } from '../../platform/log.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { analyse, termId } from '../../text/terms.ts'
import { toHalfvecBinary } from '../../text/vector-text.ts'
import { toPassage } from '../load-passages.ts'
import type { SearchQuery, SearchRow } from '../search-statement.ts'
import { search } from '../search.ts'
import type { SearchSpace } from '../vector-search.ts'
import type { SearchCopies } from './search-copies.ts'
import { createSearchCopies } from './search-copies.ts'

const PAGES = 5
const PASSAGES = 2000
const vector = toHalfvecBinary(Float32Array.of(1, 0.2, 0.1))

let store: Store
let space: SearchSpace
let documentIds: string[]
beforeAll(async () => {
  store = await openStore()
  space = await asWorker(store, activeSpace)
  documentIds = await indexPages(store.tenant, PASSAGES / PAGES)
})
afterAll(() => store.close())

/** Words of which some are in every passage and some in few. */
const wordsOf = (number: number): string =>
  Array.from({ length: 12 }, (_, at) => `word${(number * 31 + at * at * 17) % (at * 40 + 3)}`).join(
    ' ',
  )

/** With vectors in all directions. */
async function indexPages(tenant: Tenant, passages: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < PAGES; number += 1) {
    const texts = Array.from({ length: passages }, (_, at) => wordsOf(number * passages + at))
    const { id } = await indexPage(store, page(`https://a.test/${number}`), texts, tenant)
    ids.push(id)
  }
  await asWorker(
    store,
    (tx) =>
      sql`update passage_vectors v set embedding = ('[' || array_to_string(array[
            sin(p.n), cos(p.n * 7), sin(p.n * 3)], ',') || ']')::halfvec
          from (select passage_id, row_number() over (order by passage_id) as n
                from passage_vectors) p
          where p.passage_id = v.passage_id`.execute(tx),
    tenant,
  )
  return ids
}

const metrics = createMetrics()
const inMemory = async () => (await metrics.searchMemory.get()).values[0]?.value

const newCopies = (megabytes = 10, log = createLog('silent')): SearchCopies => {
  const copies = createSearchCopies({ db: store.api.db, log, metrics }, megabytes)
  if (!copies) throw new Error('Copies are switched off.')
  return copies
}

const ask = (copies?: SearchCopies, change: Partial<SearchQuery> = {}): Promise<SearchRow[]> =>
  search(
    store.api.db,
    store.tenant,
    { ...asked, space, groupIds: null, wantsCandidates: true, ...change },
    copies,
  )

const asked = {
  queries: [{ language: 'en', terms: [] }],
  vector,
  similarityBaseline: 0,
  hiddenDocumentIds: [],
  limit: 100,
}
const ranked = (copies: SearchCopies, tenant = store.tenant, inSpace = space) =>
  copies.rank(tenant, inSpace, asked)

/** Asks until there is a copy. */
const fill = (copies: SearchCopies, tenant = store.tenant, inSpace = space) =>
  vi.waitUntil(() => ranked(copies, tenant, inSpace), { timeout: 20_000, interval: 1 })

/** What a row says of a candidate. Scores may differ by rounding. */
const told = (row: SearchRow, score: (value: number) => unknown = (value) => value) => ({
  id: row.id,
  document_id: row.document_id,
  vector_rank: row.vector_rank,
  text_rank: row.text_rank,
  vector_score: score(row.vector_score),
  text_score: score(row.text_score),
  evidence: row.evidence,
  passage: row.content === null ? null : toPassage(row),
})
const all = (rows: readonly SearchRow[]): unknown[] => rows.map((row) => told(row))
const alike = (rows: readonly SearchRow[]): unknown[] =>
  rows.map((row) => told(row, (value) => expect.closeTo(value, 5)))
const ids = (rows: readonly SearchRow[]) => rows.map(({ id }) => id)

test('a copy finds what PostgreSQL finds', async () => {
  const copies = newCopies()
  await fill(copies)
  const rows = await ask(copies)
  expect(rows).toHaveLength(100)
  expect(all(rows)).toEqual(alike(await ask()))
  expect(ranked(copies)).toBeDefined()
})

const termsOf = (text: string, language = 'en') => ({
  language,
  terms: analyse(text).map((term) => termId(store.tenant.knowledgeBaseId, term)),
})

const QUESTIONS: [string, () => Partial<SearchQuery>][] = [
  ['rare words', () => ({ queries: [termsOf('word401 word377 word3')] })],
  ['a word that none has', () => ({ queries: [termsOf('word401 nowhere')] })],
  [
    'two languages',
    () => ({ queries: [termsOf('word401 nowhere'), termsOf('word120 word1', 'de')] }),
  ],
  ['a language without words', () => ({ queries: [termsOf('word401'), termsOf('', 'de')] })],
  ['few results', () => ({ queries: [termsOf('word401')], limit: 3, wantsCandidates: false })],
  [
    'a page that is hidden',
    () => ({ queries: [termsOf('word401 word120')], hiddenDocumentIds: documentIds.slice(3, 4) }),
  ],
  ['a baseline', () => ({ queries: [termsOf('word401 word120')], similarityBaseline: 0.4 })],
]

test.each(QUESTIONS)('of %s a copy finds what PostgreSQL finds', async (_, question) => {
  await asWorker(store, (tx) =>
    sql`update documents set language = 'de' where id = ${documentIds[4]}`.execute(tx),
  )
  const copies = newCopies()
  await fill(copies)
  const found = await ask(copies, question())
  expect(all(found)).toEqual(alike(await ask(undefined, question())))
  expect(found.some(({ text_rank }) => text_rank !== null)).toBe(true)
  expect(ranked(copies)).toBeDefined()
})

test('words that nearly all have are searched for if there are no others', async () => {
  const copies = newCopies()
  await fill(copies)
  const common = { queries: [termsOf('word1 word2')] }
  // Many score the same, so which of them come first is chance.
  const scoresOf = (rows: readonly SearchRow[]) =>
    rows
      .filter(({ text_rank }) => text_rank !== null)
      .map(({ text_score }) => text_score)
      .toSorted((a, b) => a - b)
  const found = scoresOf(await ask(copies, common))
  expect(found).toHaveLength(100)
  expect(found).toEqual(
    scoresOf(await ask(undefined, common)).map((score) => expect.closeTo(score, 5)),
  )
})

test('few searches make no copy', async () => {
  const copies = newCopies()
  const found = Array.from({ length: 249 }, () => ranked(copies))
  await ask()
  expect(found).not.toContainEqual(expect.anything())
  expect(ranked(copies)).toBeUndefined()
})

const CHANGES: [string, () => Promise<unknown>][] = [
  ['a new page', () => indexPage(store, page('https://a.test/new'), ['new'])],
  [
    'a page that is restricted',
    () =>
      asWorker(store, (tx) =>
        changeDocument(tx, store.queue, store.tenant, documentIds[0] ?? '', {
          visibility: 'restricted',
        }),
      ),
  ],
  [
    'a page that is deleted',
    () =>
      asWorker(store, (tx) => deleteDocument(tx, store.queue, store.tenant, documentIds[1] ?? '')),
  ],
  [
    'vectors that are made again',
    () =>
      asWorker(store, (tx) =>
        sql`update passage_vectors set embedding = '[-1,0,1]' where document_id = ${documentIds[2]}`.execute(
          tx,
        ),
      ),
  ],
]

test.each(CHANGES)('%s is seen by the next search', async (_, change) => {
  const copies = newCopies()
  await fill(copies)
  expect(await inMemory()).toBeGreaterThan(PASSAGES * 100)
  const before = await ask(copies)
  await change()
  const after = await ask(copies)
  expect(all(after)).toEqual(alike(await ask()))
  expect(ids(after)).not.toEqual(ids(before))
  // What is outdated is not asked again.
  expect(ranked(copies)).toBeUndefined()
  expect(await inMemory()).toBe(0)
})

test('what was not committed when the copy was made is seen once it is', async () => {
  const copies = newCopies()
  const before = await ask()
  const nearestId = before.find(({ vector_rank }) => vector_rank === 1)?.document_id ?? ''
  await asWorker(store, async (tx) => {
    await sql`update passage_vectors set embedding = '[-1,-1,-1]'
              where document_id = ${nearestId}`.execute(tx)
    // One that began later and has ended: the copy does not have all up to here.
    await seedTenant(store.worker.db)
    await fill(copies)
    expect(ids(await ask(copies))).toEqual(ids(before))
  })
  const after = await ask(copies)
  expect(all(after)).toEqual(alike(await ask()))
  expect(ids(after)).not.toEqual(ids(before))
})

test('a copy is kept when nothing is relevant', async () => {
  const copies = newCopies()
  await fill(copies)
  const rows = await ask(copies, { wantsCandidates: false, similarityBaseline: 0.9999 })
  expect(rows.filter(({ content }) => content !== null)).toEqual([])
  expect(ranked(copies)).toBeDefined()
})

test('changes of other knowledge bases leave a copy as it is', async () => {
  const copies = newCopies()
  await fill(copies)
  await indexPage(
    store,
    page('https://b.test/'),
    ['another passage'],
    await seedTenant(store.worker.db),
  )
  await ask(copies)
  expect(ranked(copies)).toBeDefined()
})

test('what is empty, or larger than the memory, is not copied', async () => {
  const other = await seedTenant(store.worker.db)
  const empty = await asWorker(store, activeSpace, other)
  const copies = newCopies()
  const tooSmall = newCopies(0.1)
  for (let searches = 0; searches < 600; searches += 1) {
    expect(ranked(copies, other, empty)).toBeUndefined()
    expect(ranked(tooSmall)).toBeUndefined()
    await store.api.db.selectNoFrom(sql`1`.as('one')).execute()
  }
  const none = createSearchCopies({ db: store.api.db, log: createLog('silent'), metrics }, 0)
  expect(none).toBeUndefined()
})

test('a knowledge base of one passage is copied too', async () => {
  const other = await seedTenant(store.worker.db)
  await indexPage(store, page('https://b.test/one'), ['word1'], other)
  const one = await asWorker(store, activeSpace, other)
  expect((await fill(newCopies(), other, one)).candidates).toHaveLength(1)
})

test('what cannot be read is not tried again and again', async () => {
  const log = createLog('silent')
  const warn = vi.spyOn(log, 'warn')
  const copies = newCopies(10, log)
  const nobody = { workspaceId: 'not an id', knowledgeBaseId: 'not an id' }
  for (let searches = 0; searches < 600; searches += 1) {
    expect(ranked(copies, nobody)).toBeUndefined()
    await store.api.db.selectNoFrom(sql`1`.as('one')).execute()
  }
  expect(warn).toHaveBeenCalledOnce()
})

test('a knowledge base is not copied while one of its passages has no vector', async () => {
  await asWorker(store, (tx) =>
    sql`delete from passage_vectors where passage_id = (
          select passage_id from passage_vectors where document_id = ${documentIds[3]} limit 1)`.execute(
      tx,
    ),
  )
  const copies = newCopies()
  for (let searches = 0; searches < 600; searches += 1) {
    expect(ranked(copies)).toBeUndefined()
    await store.api.db.selectNoFrom(sql`1`.as('one')).execute()
  }
})
