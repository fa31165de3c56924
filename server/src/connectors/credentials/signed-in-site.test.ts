import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SourceCredentialInput as AnyCredential } from '@footnote/contract/admin/source-credentials'
import { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FetchPage, PageFetcher } from '../../platform/network/fetch-page.ts'
import type { FetchOutcome } from '../connector.ts'
import { createConnector } from '../create-connector.ts'
import { startTestSite } from '../testing/test-site.ts'
import type { Pages, TestSite } from '../testing/test-site.ts'
import type { PlainCredential } from './request-credential.ts'
import { requestCredential } from './request-credential.ts'
import { createCredentialResolver } from './resolve-credential.ts'
import { tryCredential } from './try-credential.ts'

type SourceCredentialInput = Exclude<AnyCredential, { type: 'github_app' }>

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => {
  site.pages = {}
  site.requests.length = 0
})
afterAll(() => site.close())

const BASIC: PlainCredential = { type: 'basic', username: 'ada', password: 'pass wörd' }
const KINDS: PlainCredential[] = [
  BASIC,
  { type: 'header', name: 'X-Api-Key', value: 'abc' },
  { type: 'cookie', value: 'session=abc' },
]

/** The header that a credential of this kind is sent as. */
const getHeader = (credential: PlainCredential): [string, string] => {
  const headers = Object.entries(
    requestCredential(credential, { origin: '', type: 'website' }).headers,
  )
  return [headers[0]?.[0].toLowerCase() ?? '', headers[0]?.[1] ?? '']
}

/** Pages that only whoever sends the credential is shown. */
const guarded = (credential: () => PlainCredential, pages: Record<string, string>): Pages =>
  Object.fromEntries(
    Object.entries(pages).map(([path, body]) => [
      path,
      (request, response) => {
        const [name, value] = getHeader(credential())
        const isKnown = request.headers[name] === value
        response.writeHead(isKnown ? 200 : 401, { 'content-type': 'text/html' })
        response.end(isKnown ? body : 'Who are you?')
      },
    ]),
  )

const connect = (
  credential: (() => PlainCredential) | null,
  { fetchPage }: Pick<PageFetcher, 'fetchPage'> = site.fetcher,
) =>
  createConnector(SourceSettings.parse({ type: 'website', url: `${site.origin}/docs/` }), {
    sourceId: 'source',
    fetchPage,
    readCredential:
      credential &&
      (async () => requestCredential(credential(), { origin: site.origin, type: 'website' })),
    files: { list: async function* () {}, read: async () => null },
    config: {
      userAgent: 'FootnoteBot/0.1',
      maxPageBytes: 100_000,
      gitLocalFolders: [],
      gitCacheFolder: '/nowhere',
      chromiumPath: null,
    },
  })

async function crawled(
  credential: (() => PlainCredential) | null,
  fetcher?: Pick<PageFetcher, 'fetchPage'>,
) {
  const connector = await connect(credential, fetcher)
  const outcomes = new Map<string, FetchOutcome | Error>()
  const { signal } = new AbortController()
  const queue = []
  for await (const batch of connector.list(signal)) queue.push(...batch)
  for (let page = queue.shift(); page; page = queue.shift()) {
    const path = page.key.slice(site.origin.length)
    if (outcomes.has(path)) continue
    const outcome = await connector
      .fetch({ ...page, validators: null }, signal)
      .catch((error: Error) => error)
    outcomes.set(path, outcome)
    if ('found' in outcome) queue.push(...outcome.found)
    if ('to' in outcome) queue.push(outcome.to)
  }
  return outcomes
}

const findKinds = (outcomes: Map<string, FetchOutcome | Error>) =>
  Object.fromEntries(
    [...outcomes].map(([path, one]) => [path, one instanceof Error ? one.message : one.kind]),
  )

const PAGES = {
  '/docs/': '<h1>Docs</h1><a href="/docs/one">One</a>',
  '/docs/one': '<h1>One</h1><p>The first page.</p>',
}

test.each(KINDS)('a website is read with $type', async (credential) => {
  site.pages = guarded(() => credential, PAGES)
  expect(findKinds(await crawled(() => credential))).toEqual({
    '/docs/': 'fetched',
    '/docs/one': 'fetched',
  })
  await expect(crawled(() => BASIC_OF_ANOTHER)).rejects.toThrow(
    /rejects the credentials of the source/,
  )
  expect(findKinds(await crawled(null))).toEqual({ '/docs/': 'skipped' })
})
const BASIC_OF_ANOTHER: PlainCredential = { type: 'basic', username: 'eve', password: 'x' }

test('a password that is replaced while a sync runs fails no page', async () => {
  let saved = BASIC
  const renewed = { ...BASIC, password: 'another' } as const
  site.pages = {
    ...guarded(() => saved, PAGES),
    '/docs/one': (request, response) => {
      // The request was sent with the password of before.
      saved = renewed
      const isKnown = request.headers.authorization === getHeader(renewed)[1]
      response
        .writeHead(isKnown ? 200 : 401, { 'content-type': 'text/html' })
        .end(PAGES['/docs/one'])
    },
  }
  expect(findKinds(await crawled(() => saved))).toEqual({
    '/docs/': 'fetched',
    '/docs/one': 'fetched',
  })
  const sent = site.requests.filter(({ path }) => path === '/docs/one')
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(
    [BASIC, renewed].map((one) => getHeader(one)[1]),
  )
})

const FORM =
  '<form><input name="user"><input type="password" name="secret"><button>Go</button></form>'
const signInPage = (asked: string) =>
  `<title>Sign in</title><h1>Welcome</h1><p>For ${asked}</p>${FORM}`

test('a sign-in page that every address answers with is never indexed', async () => {
  const pages: Pages = {
    '/docs/': { body: PAGES['/docs/'].replace('One', 'One') + '<a href="/docs/two">Two</a>' },
    '/docs/one': signInPage('/docs/one'),
    '/docs/two': '<h1>Two</h1>',
    '/robots.txt': { status: 404 },
    '/sitemap.xml': { status: 404 },
    '/llms.txt': { status: 404 },
    '/docs/llms.txt': { status: 404 },
  }
  site.pages = new Proxy(pages, {
    get: (known, path) => known[String(path)] ?? { body: signInPage(String(path)) },
  })
  const wrong = 'The credentials of the source are wrong or no longer valid.'
  expect(findKinds(await crawled(() => BASIC))).toEqual({
    '/docs/': 'fetched',
    '/docs/one': `The site sends a sign-in page instead of it. ${wrong}`,
    '/docs/two': 'fetched',
  })
  expect((await crawled(null)).get('/docs/one')).toMatchObject({
    kind: 'skipped',
    reason: 'The site sends a sign-in page instead of it.',
  })
})

test('redirects to a sign-in page are no moves, by status, by a meta tag, here or elsewhere', async () => {
  const wrong =
    'It redirects to a sign-in page. The credentials of the source are wrong or no longer valid.'
  site.pages = {
    '/docs/': ['status', 'meta', 'away', 'moved', 'how']
      .map((one) => `<a href="/docs/${one}">x</a>`)
      .join(''),
    '/docs/status': { status: 302, headers: { location: '/docs/login?next=%2Fdocs%2Fstatus' } },
    '/docs/login?next=%2Fdocs%2Fstatus': signInPage('you'),
    '/docs/meta':
      '<html><head><meta http-equiv="refresh" content="0; url=/docs/login?next=%2Fdocs%2Fstatus"></head></html>',
    '/docs/away': {
      status: 302,
      headers: { location: 'https://idp.example/oauth2/authorize?x=1' },
    },
    '/docs/moved': { status: 301, headers: { location: '/docs/sign-in' } },
    // A page about signing in is a page.
    '/docs/sign-in': `<h1>How to sign in</h1><p>${'Open the panel and turn the key. '.repeat(40)}</p>`,
    '/docs/how': { status: 301, headers: { location: '/docs/status-of-logins' } },
    '/docs/status-of-logins': '<h1>Logins</h1>',
  }
  expect(findKinds(await crawled(() => BASIC))).toEqual({
    '/docs/': 'fetched',
    '/docs/status': wrong,
    '/docs/meta': wrong,
    '/docs/away': wrong,
    '/docs/moved': 'moved',
    '/docs/sign-in': 'fetched',
    '/docs/how': 'moved',
    '/docs/status-of-logins': 'fetched',
  })
})

test('a page with a form to sign in beside its text is a page', async () => {
  const page = (text: string) => `<aside>${FORM}</aside><main><h1>Forum</h1><p>${text}</p></main>`
  site.pages = {
    '/docs/': page('All threads') + '<a href="/docs/one">x</a>',
    '/docs/one': page('Turn the valve by hand.'),
  }
  expect(findKinds(await crawled(null))).toEqual({ '/docs/': 'fetched', '/docs/one': 'fetched' })
})

test('a start page that is a sign-in page ends the listing, so nothing looks deleted', async () => {
  site.pages = {
    '/docs/': { status: 302, headers: { location: '/login' } },
    '/login': signInPage('you'),
  }
  await expect(crawled(() => BASIC)).rejects.toThrow(/sends a sign-in page \(http.*\/login\)/)
  site.pages = new Proxy<Pages>({}, { get: () => ({ body: signInPage('you') }) })
  await expect(crawled(() => BASIC)).rejects.toThrow(/sends a sign-in page/)
})

test('a page that is refused with 403 is left out while the site lets the source in', async () => {
  site.pages = { '/docs/': PAGES['/docs/'], '/docs/one': { status: 403 } }
  expect(findKinds(await crawled(() => BASIC))).toEqual({
    '/docs/': 'fetched',
    '/docs/one': 'skipped',
  })
  let starts = 0
  site.pages = {
    '/docs/': (_, response) => {
      starts += 1
      response.writeHead(starts > 2 ? 403 : 200, { 'content-type': 'text/html' })
      response.end(PAGES['/docs/'])
    },
    '/docs/one': { status: 403 },
  }
  expect(findKinds(await crawled(() => BASIC))['/docs/one']).toMatch(
    /rejects the credentials of the source/,
  )
})

test('sitemaps and robots.txt are read with the credential; another host is sent none', async () => {
  const other = await startTestSite({ '/sitemap.xml': '<urlset></urlset>' })
  site.pages = {
    ...guarded(() => BASIC, PAGES),
    '/robots.txt': `Sitemap: ${other.origin}/sitemap.xml\nSitemap: ${site.origin}/map.xml`,
    '/map.xml': { status: 302, headers: { location: `${other.origin}/sitemap.xml` } },
  }
  // This fetcher may reach the other site as well.
  const fetchPage: FetchPage = (request) =>
    (request.url.startsWith(other.origin) ? other.fetcher : site.fetcher).fetchPage(request)
  await crawled(() => BASIC, { fetchPage }).catch(() => undefined)
  const sent = site.requests.filter(({ path }) => path === '/robots.txt' || path === '/map.xml')
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(
    sent.map(() => getHeader(BASIC)[1]),
  )
  expect(other.requests.map(({ path }) => path)).toContain('/sitemap.xml')
  expect(JSON.stringify(other.requests)).not.toContain(getHeader(BASIC)[1])
  await other.close()
})

test('a credential is tried before it is saved, and said to be needed or not', async () => {
  const settings = SourceSettings.parse({ type: 'website', url: `${site.origin}/docs/` })
  const tried = (credential: SourceCredentialInput) =>
    tryCredential(
      {
        fetchPage: site.fetcher.fetchPage,
        userAgent: 'FootnoteBot/0.1',
        maxPageBytes: 100_000,
        resolveCredential: createCredentialResolver(site.fetcher.fetchPage),
      },
      { settings, credential, origin: site.origin },
      new AbortController().signal,
    )
  site.pages = guarded(() => BASIC, PAGES)
  expect(await tried(BASIC)).toEqual({ isNeeded: true, reads: null })
  await expect(tried(BASIC_OF_ANOTHER)).rejects.toThrow(/status 401/)
  site.pages = PAGES
  expect(await tried(BASIC)).toEqual({ isNeeded: false, reads: null })
  site.pages = {}
  await expect(tried(BASIC)).rejects.toThrow(/status 404/)
  site.pages = { '/docs/': { status: 302, headers: { location: 'http://other.test/' } } }
  await expect(tried(BASIC)).rejects.toThrow(/redirects to|resolved|private/)
})
