import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FakeConfluence } from '../../../../test/fakes/confluence.ts'
import {
  API_TOKEN,
  EMAIL,
  PERSONAL_TOKEN,
  startFakeConfluence,
} from '../../../../test/fakes/confluence.ts'
import { CUT_OFF, SIGN_IN_PAGE, startFakeApi } from '../../../../test/fakes/fake-api.ts'
import { SourceError } from '../connector.ts'
import { useApiSources } from '../testing/api-source.ts'
import {
  confluencePage as page,
  RESTRICTED,
  shownPages as shown,
} from '../testing/confluence-source.ts'
import { listAll } from '../testing/crawl.ts'

const { connect: connectTo, pauses } = useApiSources()
const { signal } = new AbortController()

describe.each(['cloud', 'data_center'] as const)('%s', (edition) => {
  let fake: FakeConfluence
  let authorization: string
  beforeAll(async () => {
    fake = await startFakeConfluence(edition)
    authorization = fake.authorization
  })
  afterAll(() => fake.close())
  beforeEach(() => {
    const calls = fake.calls
    Object.assign(fake, {
      pages: [1, 2, 3, 4, 5].map((id) => page(id)),
      folders: [],
      spaces: ['DOC'],
      authorization,
      isOpen: false,
      isScoped: false,
      perBatch: 2,
      hasScan: true,
      batches: 0,
      afterBatch: () => undefined,
    })
    calls.length = 0
    pauses.length = 0
  })

  const credential = () =>
    edition === 'cloud'
      ? ({ type: 'basic', username: EMAIL, password: API_TOKEN } as const)
      : ({ type: 'token', token: PERSONAL_TOKEN } as const)
  const connect = (settings: object = {}) =>
    connectTo({ type: 'confluence', url: fake.site, edition, ...settings }, credential())
  const fetchOne = (key: string, settings: object = {}, version: string | null = '1 open') =>
    connect(settings).fetch({ key, version, validators: null }, signal)
  /** What lists pages; on Cloud also the search for restrictions does. */
  const LISTING = edition === 'cloud' ? /\/pages$/ : /\/content\/scan$/

  test('every page and blog post is listed once with its version', async () => {
    fake.pages.push(page(6, { type: 'blogpost' }), page(7, { status: 'archived' }))
    const keys = ['page:1', 'page:2', 'page:3', 'page:4', 'page:5', 'blogpost:6']
    const versions = keys.map((key, index) => `${key} ${index + 1} open`)
    expect(shown(await listAll(connect()))).toEqual(versions)
    const included = await listAll(connect({ restricted_pages: 'include' }))
    for (const { containers } of included) expect(containers).toEqual(['space:DOC'])
    expect(shown(included)).toEqual(versions.map((each) => each.replace(' open', '')))
  })

  test('a page is fetched as the parser reads it, with its address for readers', async () => {
    const outcome = await fetchOne('page:2')
    expect(outcome).toEqual({
      kind: 'fetched',
      found: [],
      page: {
        url:
          edition === 'cloud'
            ? `${fake.site}/spaces/DOC/pages/2/Rotate+key+2`
            : `${fake.site}/display/DOC/Rotate+key+2`,
        title: 'Rotate key 2',
        content:
          '<!doctype html><html><head><title>Rotate key 2</title></head><body><main>' +
          '<h1>Rotate key 2</h1><p>Run <code>keys rotate 2</code>.</p></main></body></html>',
        contentType: 'text/html',
        publishedAt: new Date('2026-02-03T09:12:44.120Z'),
        validators: null,
      },
    })
    fake.pages.push(page(6, { type: 'blogpost' }))
    expect(await fetchOne('blogpost:6')).toMatchObject({ page: { title: 'Rotate key 6' } })
  })

  test('a page that is deleted, archived or empty when it is fetched is not indexed', async () => {
    fake.pages = [page(2, { status: 'archived' }), page(3, { body: ' ' })]
    expect(await fetchOne('page:1')).toMatchObject({ kind: 'gone' })
    expect(await fetchOne('page:2')).toEqual({ kind: 'gone', reason: 'The page is archived.' })
    expect(await fetchOne('page:3')).toMatchObject({ kind: 'skipped', reason: 'It has no text.' })
    fake.interrupt(/\/3$/, { status: 403, body: {} })
    expect(await fetchOne('page:3')).toMatchObject({ kind: 'skipped', reason: /403/ })
  })

  test('pages with restrictions are left out, and those below them', async () => {
    fake.pages = [
      page(1, { isRestricted: true }),
      page(2, { parent: 1 }),
      page(3, { parent: 2 }),
      page(4),
      page(5, { type: 'blogpost', isRestricted: true }),
    ]
    expect(shown(await listAll(connect()))).toEqual([
      `page:1 1 restricted: ${RESTRICTED}`,
      `page:2 2 restricted: ${RESTRICTED}`,
      `page:3 3 restricted: ${RESTRICTED}`,
      'page:4 4 open',
      `blogpost:5 5 restricted: ${RESTRICTED}`,
    ])
    // The listing says all of it.
    expect(fake.calls.filter(({ url }) => url.pathname.includes('byOperation'))).toEqual([])
    expect(shown(await listAll(connect({ restricted_pages: 'include' })))).toContain('page:2 2')
  })

  test('a page is asked about by itself if no listing has said that everyone may see it', async () => {
    fake.pages = [page(1, { isRestricted: true }), page(2, { parent: 1 }), page(3)]
    const skipped = { kind: 'skipped', reason: RESTRICTED, found: [] }
    for (const version of [null, '2', '2 restricted']) {
      expect(await fetchOne('page:2', {}, version)).toEqual(skipped)
      expect(await fetchOne('page:3', {}, version)).toMatchObject({ kind: 'fetched' })
    }
    const included = await fetchOne('page:2', { restricted_pages: 'include' }, '2')
    expect(included).toMatchObject({ kind: 'fetched' })
  })

  test('only the chosen spaces are read, and one that cannot be seen ends the listing', async () => {
    fake.spaces = ['DOC', 'HELP', '~712020']
    fake.pages = [page(1), page(2, { space: 'HELP' }), page(3, { space: '~712020' })]
    expect(shown(await listAll(connect()))).toHaveLength(3)
    expect(shown(await listAll(connect({ spaces: ['help', '~712020'] })))).toEqual([
      'page:2 2 open',
      'page:3 3 open',
    ])
    fake.spaces = ['DOC']
    const refused = listAll(connect({ spaces: ['DOC', 'HELP'] }))
    await expect(refused).rejects.toThrow(SourceError)
    await expect(refused).rejects.toThrow(/has no space HELP, or the credentials of the source/)
    fake.spaces = []
    await expect(listAll(connect())).rejects.toThrow('Confluence shows no space')
  })

  test.each([1, 2])('a space that is withdrawn after batch %i ends the listing', async (batch) => {
    fake.spaces = ['DOC', 'HELP']
    fake.afterBatch = (count) => {
      if (count === batch) fake.spaces = ['HELP']
    }
    await expect(listAll(connect())).rejects.toThrow(SourceError)
    Object.assign(fake, { spaces: ['DOC', 'HELP'], pages: [page(1)], batches: 0 })
    fake.afterBatch = (count) => {
      if (count === 3) fake.spaces = ['HELP']
    }
    await expect(listAll(connect())).rejects.toThrow(SourceError)
  })

  test('a page that is deleted or made while the listing is read hides no other', async () => {
    fake.afterBatch = (count) => {
      if (count === 1) fake.pages = [...fake.pages.slice(1), page(6)]
    }
    const found = shown(await listAll(connect()))
    expect(found).toEqual([1, 2, 3, 4, 5, 6].map((id) => `page:${id} ${id} open`))
  })

  test('it says what it can read', async () => {
    expect(await connect().check(signal)).toBe('the space DOC')
    fake.spaces = ['DOC', 'HELP']
    expect(await connect().check(signal)).toBe('the spaces DOC, HELP')
    fake.spaces = ['A', 'B', 'C', 'D', 'E', 'F']
    expect(await connect().check(signal)).toBe('6 spaces')
    fake.authorization = 'another'
    await expect(connect().check(signal)).rejects.toThrow(/are wrong or no longer valid/)
  })

  test('a credential that ends half-way ends the listing', async () => {
    fake.afterBatch = () => void (fake.authorization = 'another')
    await expect(listAll(connect())).rejects.toThrow(/no longer valid \(status 401\)/)
    await expect(fetchOne('page:1')).rejects.toThrow(/no longer valid \(status 401\)/)
  })

  test('it waits as long as it is asked to, and goes on where it was', async () => {
    const asked = { status: 429, headers: { 'retry-after': '93' } }
    fake.interrupt(LISTING, asked, { status: 429 })
    expect(await listAll(connect())).toHaveLength(5)
    expect(pauses).toEqual([93_000, 60_000])
  })

  test.each([
    ['a server error', { status: 500 }],
    ['data that is cut off', CUT_OFF],
  ])('%s is tried again, and ends the listing if it stays', async (_name, fault) => {
    fake.afterBatch = (count) => {
      if (count === 1) fake.interrupt(LISTING, fault, fault)
    }
    expect(await listAll(connect())).toHaveLength(5)
    fake.afterBatch = () => undefined
    fake.interrupt(LISTING, fault, fault, fault)
    await expect(listAll(connect())).rejects.toThrow(/^Confluence (answers with status|sent data)/)
  })

  test.each([
    ['a sign-in page', SIGN_IN_PAGE, /sends a web page, such as for signing in/],
    ['a refusal', { status: 403, body: {} }, /does not let the credentials of the source/],
    [
      'a next page elsewhere',
      { body: { results: [], _links: { next: 'https://evil.example/' } } },
      /does not say where its listing goes on/,
    ],
    [
      'a page without a version',
      { body: { results: [{ id: '1' }] } },
      /sent something unexpected in results.0.version/,
    ],
  ])('%s ends the listing', async (_name, fault, reason) => {
    fake.interrupt(LISTING, fault)
    await expect(listAll(connect())).rejects.toThrow(reason)
  })

  test('what redirects to another origin gets no credential there', async () => {
    const other = await startFakeApi(() => ({ body: { results: [] } }))
    const elsewhere = { status: 302, headers: { location: `${other.origin}/x` } }
    fake.interrupt(/space/, elsewhere)
    await expect(listAll(connect())).rejects.toThrow('shows no space')
    fake.interrupt(/\/2$/, elsewhere)
    await expect(fetchOne('page:2')).rejects.toThrow(/something unexpected/)
    expect(other.calls).toHaveLength(2)
    for (const { headers } of other.calls) expect(headers.authorization).toBeUndefined()
    await other.close()
  })

  test('a page whose version changed is another version, and a restriction is too', async () => {
    const [before] = shown(await listAll(connect()))
    fake.pages[0]!.isRestricted = true
    const [after] = shown(await listAll(connect()))
    expect([before, after]).toEqual(['page:1 1 open', `page:1 1 restricted: ${RESTRICTED}`])
  })
})
