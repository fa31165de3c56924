import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CUT_OFF, SIGN_IN_PAGE } from '../../../../test/fakes/fake-api.ts'
import type { FakeIntercom, FakeIntercomArticle } from '../../../../test/fakes/intercom.ts'
import { startFakeIntercom } from '../../../../test/fakes/intercom.ts'
import type { FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { useApiSources } from '../testing/api-source.ts'
import { listAll } from '../testing/crawl.ts'

let intercom: FakeIntercom
beforeAll(async () => {
  intercom = await startFakeIntercom()
})
afterAll(() => intercom.close())

const { connect: connectTo, pauses } = useApiSources()
const { signal } = new AbortController()

const article = (id: number, change: Partial<FakeIntercomArticle> = {}): FakeIntercomArticle => ({
  id,
  title: `Rotate key ${id}`,
  body: `<p>Open <strong>Settings</strong> ${id}.</p>`,
  updated_at: 1_790_000_000 - id,
  ...change,
})

beforeEach(() => {
  intercom.articles = [1, 2, 3, 4, 5].map((id) => article(id))
  intercom.perBatch = 2
  intercom.hasCursors = false
  intercom.collections = []
  intercom.afterBatch = () => undefined
  intercom.token = 'dG9rOm90dGVyLXF1YXJ0eg=='
  intercom.calls.length = 0
  pauses.length = 0
})

const connect = (settings: object = {}, token = intercom.token) =>
  connectTo({ type: 'intercom', api_url: intercom.origin, ...settings }, { type: 'token', token })
const names = (found: readonly FoundPage[]) =>
  found.map(({ key, listed }) => (listed?.kind === 'skipped' ? `${key}: ${listed.reason}` : key))
const ALL = [1, 2, 3, 4, 5].map((id) => `article:${id}`)

test.each([false, true])('every article is listed once with its text; cursors: %s', async (has) => {
  intercom.hasCursors = has
  const found = await listAll(connect())
  expect(names(found)).toEqual(ALL)
  expect(found[0]).toEqual({
    key: 'article:1',
    version: '1789999999 published everyone',
    containers: [],
    listed: {
      kind: 'fetched',
      page: {
        url: `${intercom.origin}/en/articles/1`,
        title: 'Rotate key 1',
        content:
          '<!doctype html><html><head><title>Rotate key 1</title></head><body><main>' +
          '<h1>Rotate key 1</h1><p>Open <strong>Settings</strong> 1.</p></main></body></html>',
        contentType: 'text/html',
        publishedAt: new Date(1_748_770_000_000),
        validators: null,
      },
    },
  })
  expect(intercom.calls).toHaveLength(4)
})

test('an article is in its collections, and in those that these are in', async () => {
  intercom.collections = [
    { id: '10', name: 'Keys', parent_id: null },
    { id: '11', name: 'Rotation', parent_id: '10' },
    { id: '12', name: 'Circle', parent_id: '13' },
    { id: '13', name: 'Round', parent_id: '12' },
  ]
  const translations = { de: { title: 'Schlüssel', body: '<p>Auf.</p>' } }
  intercom.articles = [
    article(1, { parent_ids: [11], translations }),
    article(2, { parent_ids: [10, 12, 99] }),
    article(3),
  ]
  const found = await listAll(connect())
  const keys = ['collection:Rotation', 'collection:Keys']
  expect(Object.fromEntries(found.map(({ key, containers }) => [key, containers]))).toEqual({
    'article:1': keys,
    'article:1:de': keys,
    'article:2': ['collection:Keys', 'collection:Circle', 'collection:Round'],
    'article:3': [],
  })
  intercom.interrupt(/collections$/, { status: 403, body: {} })
  await expect(listAll(connect())).rejects.toThrow(/status 403/)
})

test('each language is a page, or those that were chosen', async () => {
  const translations = {
    de: { title: 'Schlüssel', body: '<p>Auf.</p>' },
    fr: { title: 'Clé', body: '<p>Ouvrir.</p>', state: 'draft' as const },
  }
  intercom.articles = [article(1, { translations })]
  const found = await listAll(connect())
  expect(names(found)).toEqual(['article:1', 'article:1:de', 'article:1:fr: It is a draft.'])
  expect(found[1]?.listed).toMatchObject({
    page: {
      url: `${intercom.origin}/de/articles/1`,
      title: 'Schlüssel',
      content: expect.stringContaining('<html lang="de">'),
    },
  })
  expect(names(await listAll(connect({ locales: ['de'] })))).toEqual(['article:1:de'])
})

test('drafts, empty articles and those for some people are left out, unless these are wanted', async () => {
  intercom.articles = [
    article(1, { state: 'draft' }),
    article(2, { help_center_audience: 'all_users' }),
    article(3, { body: null }),
    article(4, { hasUrl: false }),
  ]
  const skipped = [
    'article:1: It is a draft.',
    'article:2: Not everyone may see it in Intercom.',
    'article:3: It has no text.',
    'article:4: It has no address: its help center is not open.',
  ]
  expect(names(await listAll(connect()))).toEqual(skipped)
  const included = await listAll(connect({ restricted_articles: 'include' }))
  expect(names(included)).toEqual(skipped.with(1, 'article:2'))
})

test('an article that is closed to some has another version', async () => {
  const [before] = await listAll(connect())
  intercom.articles[0] = article(1, { help_center_audience: 'restricted' })
  const [after] = await listAll(connect())
  expect(after?.version).not.toBe(before?.version)
})

test('an article that is asked for by itself is the same, and a deleted one is gone', async () => {
  const connector = connect()
  intercom.articles[0] = article(1, { translations: { de: { title: 'S', body: '<p>Auf.</p>' } } })
  const found = await listAll(connector)
  for (const { key, listed } of found.slice(0, 2)) {
    const fetched = await connector.fetch({ key, version: null, validators: null }, signal)
    expect(fetched).toEqual({ ...listed, found: [] })
  }
  intercom.articles = [article(1)]
  const fetch = (key: string) => connector.fetch({ key, version: null, validators: null }, signal)
  expect(await fetch('article:1:de')).toMatchObject({ kind: 'gone' })
  expect(await fetch('article:2')).toMatchObject({ kind: 'gone' })
  intercom.interrupt(/articles/, { status: 403, body: {} })
  expect(await fetch('article:1')).toMatchObject({ kind: 'skipped' })
})

test('an article that changes while the list is read moves to its front, and none is there twice', async () => {
  intercom.afterBatch = (count) => {
    if (count === 1) intercom.articles[0] = article(1, { updated_at: 1_800_000_000 })
  }
  expect(names(await listAll(connect())).toSorted()).toEqual(ALL)
})

test('the check names the workspace, and a wrong token is refused, also half-way', async () => {
  expect(await connect().check(signal)).toBe('the articles of Acme')
  await expect(listAll(connect({}, 'wrong'))).rejects.toThrow(
    /rejects the credentials of the source/,
  )
  const connector = connect()
  intercom.afterBatch = () => (intercom.token = 'another')
  await expect(listAll(connector)).rejects.toThrow(SourceError)
})

test('it waits as long as it is asked to, and goes on where it was', async () => {
  intercom.interrupt(/articles$/, { status: 429, headers: { 'retry-after': '9' } }, { status: 429 })
  expect(await listAll(connect())).toHaveLength(5)
  expect(pauses).toEqual([9_000, 60_000])
})

const batch = (data: readonly object[], next: unknown) => ({
  body: { type: 'list', data, pages: { type: 'pages', page: 1, next } },
})

test.each([
  ['a server error', [{ status: 500 }, { status: 500 }, { status: 500 }], /status 500/],
  ['data that is cut off', [CUT_OFF, CUT_OFF, CUT_OFF], /sent data that is cut off/],
  ['a sign-in page', [SIGN_IN_PAGE], /sends a web page, such as for signing in/],
  ['a refusal', [{ status: 403, body: {} }], /\(status 403\)/],
  ['data of another kind', [{ body: { data: [] } }], /something unexpected in pages/],
  [
    'a cursor that repeats',
    [batch([], { starting_after: 'x' }), batch([], { starting_after: 'x' })],
    /goes in a circle/,
  ],
])('%s ends the listing', async (_name, faults, reason) => {
  intercom.interrupt(/articles$/, ...faults)
  await expect(listAll(connect())).rejects.toThrow(reason)
})

test('1,000 articles take a request for every fifty, and none for themselves', async () => {
  intercom.perBatch = 50
  intercom.articles = Array.from({ length: 1000 }, (_, id) => article(id))
  expect(await listAll(connect())).toHaveLength(1000)
  // And one for the collections.
  expect(intercom.calls).toHaveLength(21)
})
