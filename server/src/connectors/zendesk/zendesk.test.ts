import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CUT_OFF, SIGN_IN_PAGE } from '../../../../test/fakes/fake-api.ts'
import type { FakeArticle, FakeZendesk } from '../../../../test/fakes/zendesk.ts'
import { startFakeZendesk } from '../../../../test/fakes/zendesk.ts'
import type { FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { useApiSources } from '../testing/api-source.ts'
import { listAll } from '../testing/crawl.ts'

let zendesk: FakeZendesk
beforeAll(async () => {
  zendesk = await startFakeZendesk()
})
afterAll(() => zendesk.close())

const { connect: connectTo, pauses } = useApiSources()

const article = (id: number, change: Partial<FakeArticle> = {}): FakeArticle => ({
  id,
  title: `Rotate key ${id}`,
  body: `<p>Open <strong>Settings</strong> ${id}.</p>`,
  updated_at: `2026-10-05T14:50:0${id}Z`,
  ...change,
})

beforeEach(() => {
  zendesk.articles = [1, 2, 3, 4, 5].map((id) => article(id))
  zendesk.locales = ['en-us']
  zendesk.sections = []
  zendesk.categories = []
  zendesk.afterBatch = () => undefined
  zendesk.revokeTokens()
  zendesk.calls.length = 0
  pauses.length = 0
})

const connect = (settings: object = {}, credential: Parameters<typeof connectTo>[1] = null) =>
  connectTo({ type: 'zendesk', url: `${zendesk.origin}/hc/en-us`, ...settings }, credential)
const asClient = () => ({ type: 'oauth_client' as const, ...zendesk.client })
const names = (found: readonly FoundPage[]) =>
  found.map(({ key, listed }) => (listed?.kind === 'skipped' ? `${key}: ${listed.reason}` : key))

test('every article is listed once with its text, in as few requests as there are batches', async () => {
  const found = await listAll(connect())
  expect(found.map(({ key, version }) => [key, version])).toEqual(
    zendesk.articles.map(({ id, updated_at }) => [`article:${id}:en-us`, updated_at]),
  )
  expect(found[0]?.listed).toEqual({
    kind: 'fetched',
    page: {
      url: `${zendesk.origin}/hc/en-us/articles/1-Rotate-key-1`,
      title: 'Rotate key 1',
      content:
        '<!doctype html><html lang="en-us"><head><title>Rotate key 1</title></head>' +
        '<body><main><h1>Rotate key 1</h1><p>Open <strong>Settings</strong> 1.</p></main></body></html>',
      contentType: 'text/html',
      publishedAt: new Date('2025-05-23T23:28:59Z'),
      validators: null,
    },
  })
  expect(zendesk.calls.map(({ url }) => url.pathname.split('/').at(-1))).toEqual([
    'locales',
    'sections',
    'categories',
    'articles',
    'articles',
    'articles',
  ])
})

test('an article is in its section, in those that this is in, and in their category', async () => {
  zendesk.categories = [{ id: 5, name: 'Account' }]
  zendesk.sections = [
    { id: 10, name: 'Billing', category_id: 5 },
    { id: 11, name: 'Invoices', category_id: 5, parent_section_id: 10 },
  ]
  zendesk.articles = [article(1, { section_id: 11 }), article(2, { section_id: 10 }), article(3)]
  expect((await listAll(connect())).map(({ containers }) => containers)).toEqual([
    ['section:Invoices', 'category:Account', 'section:Billing'],
    ['section:Billing', 'category:Account'],
    [],
  ])
  zendesk.interrupt(/sections$/, { status: 403, body: {} })
  await expect(listAll(connect())).rejects.toThrow(/status 403/)
})

test('each language of the help center is read, or those that were chosen', async () => {
  zendesk.locales = ['en-us', 'de']
  zendesk.articles.push(article(1, { locale: 'de', title: 'Schlüssel' }))
  expect(names(await listAll(connect()))).toContain('article:1:de')
  expect(names(await listAll(connect({ locales: ['de'] })))).toEqual(['article:1:de'])
  await expect(listAll(connect({ locales: ['fr'] }))).rejects.toThrow(/status 404/)
})

test('drafts, empty articles and those for some people are left out, unless these are wanted', async () => {
  zendesk.articles = [
    article(1, { draft: true }),
    article(2, { user_segment_id: 6104 }),
    article(3, { body: null }),
    article(4),
  ]
  const skipped = [
    'article:1:en-us: It is a draft.',
    'article:2:en-us: Not everyone may see it in Zendesk.',
    'article:3:en-us: It has no text.',
    'article:4:en-us',
  ]
  expect(names(await listAll(connect({}, asClient())))).toEqual(skipped)
  const included = await listAll(connect({ restricted_articles: 'include' }, asClient()))
  expect(names(included)).toEqual(skipped.with(1, 'article:2:en-us'))
  // Without signing in Zendesk does not even list them.
  expect(names(await listAll(connect()))).toEqual(skipped.slice(2))
})

test('an article that moves back in the list while it is read is listed, and no other twice', async () => {
  zendesk.afterBatch = (count) => {
    if (count !== 1) return
    const [first] = zendesk.articles
    zendesk.articles = [
      ...zendesk.articles.slice(1),
      { ...first!, updated_at: '2026-10-06T00:00:00Z' },
    ]
  }
  const found = await listAll(connect())
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
  expect(found.length).toBeGreaterThanOrEqual(4)
})

test('an article that is asked for by itself is the same, and a deleted one is gone', async () => {
  const connector = connect()
  const [listed] = await listAll(connector)
  const known = { key: listed!.key, version: null, validators: null }
  const { signal } = new AbortController()
  expect(await connector.fetch(known, signal)).toEqual({ ...listed?.listed, found: [] })
  zendesk.articles = zendesk.articles.slice(1)
  expect(await connector.fetch(known, signal)).toEqual({
    kind: 'gone',
    reason: 'The article was deleted.',
  })
})

test('it signs in as a client, again when a token ends, and fails when the client is wrong', async () => {
  const connector = connect({}, asClient())
  expect(await connector.check(new AbortController().signal)).toBe('articles in en-us')
  zendesk.revokeTokens()
  expect(await listAll(connector)).toHaveLength(5)
  expect(zendesk.calls.filter(({ url }) => url.pathname === '/oauth/tokens')).toHaveLength(2)
  const wrong = { ...asClient(), client_secret: 'wrong' }
  const refused = listAll(connect({}, wrong))
  await expect(refused).rejects.toThrow(SourceError)
  await expect(refused).rejects.toThrow(/gives the OAuth client no token/)
})

test('it waits as long as it is asked to, and goes on where it was', async () => {
  zendesk.interrupt(/articles$/, { status: 429, headers: { 'retry-after': '93' } }, { status: 429 })
  expect(await listAll(connect())).toHaveLength(5)
  expect(pauses).toEqual([93_000, 60_000])
  zendesk.interrupt(/articles$/, { status: 429, headers: { 'retry-after': '86400' } })
  await listAll(connect())
  expect(pauses.at(-1)).toBe(300_000)
})

test.each([
  ['a server error', { status: 500 }],
  ['data that is cut off', CUT_OFF],
])('%s is tried again, and ends the listing if it stays', async (_name, fault) => {
  zendesk.interrupt(/articles$/, fault, fault)
  expect(await listAll(connect())).toHaveLength(5)
  zendesk.interrupt(/articles$/, fault, fault, fault)
  await expect(listAll(connect())).rejects.toThrow(/^Zendesk (answers with status 500|sent data)/)
})

test.each([
  ['a sign-in page', SIGN_IN_PAGE, /sends a web page, such as for signing in/],
  ['a refusal', { status: 403, body: {} }, /requires signing in \(status 403\)/],
  [
    'a next page elsewhere',
    {
      body: {
        articles: [],
        meta: { has_more: true },
        links: { next: 'https://evil.example/articles' },
      },
    },
    /does not say where its listing goes on/,
  ],
  [
    'a next page that was read',
    {
      body: {
        articles: [],
        meta: { has_more: true },
        links: {
          next: '/api/v2/help_center/en-us/articles?page[size]=100&sort_by=updated_at&sort_order=asc',
        },
      },
    },
    /goes in a circle/,
  ],
])('%s ends the listing', async (_name, fault, reason) => {
  zendesk.interrupt(/articles$/, fault)
  await expect(listAll(connect())).rejects.toThrow(reason)
})

test('a reply without what every article has is refused, with the place', async () => {
  zendesk.interrupt(/articles$/, { body: { articles: [{ id: 'one' }], meta: { has_more: false } } })
  await expect(listAll(connect())).rejects.toThrow(
    'Zendesk sent something unexpected in articles.0',
  )
})
