import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import {
  readDocuments,
  textAbout,
  UNSTORABLE_URL,
  useSyncing,
} from '../../../../test/support/store/syncing.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const PAGES = 36

const pages = () =>
  createScriptedSource(
    Object.fromEntries(
      Array.from({ length: PAGES }, (_, n) => [`/${n}`, { content: textAbout(`part ${n}`) }]),
    ),
  )

/** In how many transactions documents were stored: `now()` is the beginning of one. */
const transactions = (column: 'created_at' | 'updated_at') =>
  asWorker(store, async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct ${sql.ref(column)})::int as count from documents`.execute(tx)
    return rows[0]?.count
  })

const getFetches = (script: ReturnType<typeof pages>, key: string) =>
  script.fetched.filter((page) => page.key === key).length

test('pages that are ready together are stored in one transaction, new or known', async () => {
  const script = pages()
  const sourceId = await syncing.addSource(script)
  const first = await syncing.sync(sourceId)
  expect(first.counts).toMatchObject({ added: PAGES, failed: 0 })
  expect(await readDocuments(store)).toHaveLength(PAGES)
  expect(await transactions('created_at')).toBeLessThanOrEqual(PAGES / 3)
  const second = await syncing.sync(sourceId)
  expect(second.counts).toMatchObject({ unchanged: PAGES, failed: 0 })
  expect(await transactions('updated_at')).toBeLessThanOrEqual(PAGES / 3)
})

test('a page that cannot be stored is tried again alone, and the others are stored', async () => {
  const script = pages()
  const page = {
    // PostgreSQL refuses it, once.
    url: UNSTORABLE_URL,
    title: 'Part 7',
    content: textAbout('part 7'),
    contentType: 'text/markdown',
    publishedAt: null,
    validators: null,
  }
  script.script('/7', { kind: 'fetched', found: [], page })
  const sync = await syncing.sync(await syncing.addSource(script))
  expect(sync.counts).toMatchObject({ added: PAGES, failed: 0 })
  expect(getFetches(script, '/7')).toBe(2)
  expect(script.fetched).toHaveLength(PAGES + 1)
  expect(await transactions('created_at')).toBeLessThan(PAGES)
})

test('of two pages with one address that are ready together the first is stored', async () => {
  const url = 'https://docs.example.com/same'
  const script = createScriptedSource({
    '/a': { content: textAbout('levers'), url },
    '/b': { content: textAbout('pulleys'), url },
  })
  const sync = await syncing.sync(await syncing.addSource(script))
  expect(sync.pages).toEqual({ '/a': 'added', '/b': 'skipped' })
  expect(sync.reasons['/b']).toBe('The same page as /a.')
  expect(await readDocuments(store)).toMatchObject([{ url }])
})

test('pages that one batch links to are visited once, within the limit of the source', async () => {
  const links = Array.from({ length: 30 }, (_, n) => `/${n}`)
  const hidden = links.map((key) => [key, { content: textAbout(key), hidden: true }] as const)
  const script = createScriptedSource({
    '/a': { content: textAbout('levers'), links },
    '/b': { content: textAbout('pulleys'), links: links.toReversed() },
    ...Object.fromEntries(hidden),
  })
  const sourceId = await syncing.addSource(script, {
    settings: {
      type: 'website',
      url: 'https://docs.example.com/',
      include: [],
      exclude: [],
      max_pages: 20,
      render: false,
    },
  })
  const sync = await syncing.sync(sourceId)
  expect(sync.counts).toMatchObject({ found: 20, added: 20 })
  expect(script.fetched).toHaveLength(20)
})
