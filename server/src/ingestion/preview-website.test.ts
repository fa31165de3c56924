import { WebsiteSettings } from '@footnote/contract/admin/source-settings'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Pages, TestSite } from '../connectors/testing/test-site.ts'
import { startTestSite } from '../connectors/testing/test-site.ts'
import { createCredentialResolver } from '../connectors/credentials/resolve-credential.ts'
import { createDocumentParser } from '../parsing/child/document-parser.ts'
import { createPageFetcher } from '../platform/network/fetch-page.ts'
import type { FetchPage } from '../platform/network/fetch-page.ts'
import { previewWebsite } from './preview-website.ts'
import { createPerHostLimit } from './sync/per-host-limit.ts'

const parser = createDocumentParser()
afterAll(() => parser.close())
const sites: TestSite[] = []
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())))

async function start(pages: Pages = {}): Promise<TestSite> {
  const site = await startTestSite(pages)
  sites.push(site)
  return site
}

/** Far above what a test takes: only the tests of the limits are to meet them. */
const AMPLE_LIMITS = { listingMs: 300_000, totalMs: 300_000 }

type Options = { limits?: Parameters<typeof previewWebsite>[3]; fetchPage?: FetchPage }

function preview(
  site: TestSite,
  settings: object = {},
  { limits = AMPLE_LIMITS, fetchPage }: Options = {},
) {
  const deps = {
    fetchPage: fetchPage ?? site.fetcher.fetchPage,
    userAgent: 'FootnoteBot/0.1',
    maxPageBytes: 1_000_000,
    parser,
    perHostLimit: createPerHostLimit(),
    resolveCredential: createCredentialResolver(site.fetcher.fetchPage),
  }
  const wanted = WebsiteSettings.parse({ type: 'website', url: `${site.origin}/`, ...settings })
  return previewWebsite(deps, { settings: wanted }, new AbortController().signal, limits)
}

const page = (title: string, head = '') =>
  `<html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>` +
  `<p>How ${title} works, in one sentence.</p></main></body></html>`

const makeSitemap = (urls: readonly string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`

test('a site with a sitemap is counted, sampled and described', async () => {
  const site = await start()
  site.pages = {
    '/': page('Acme', '<meta name="theme-color" content="#0B5C63">'),
    '/sitemap.xml': makeSitemap(
      ['/', '/a', '/hidden', '/lost', '/old'].map((path) => site.origin + path),
    ),
    '/a': page('Valves'),
    '/hidden': page('Hidden', '<meta name="robots" content="noindex">'),
    '/old': { status: 301, headers: { location: '/a' } },
  }
  const seen = await preview(site)
  expect(seen).toMatchObject({
    reachable: true,
    sitemap: `${site.origin}/sitemap.xml`,
    estimated_pages: 5,
    theme_color: '#0b5c63',
    warnings: ['1 of 4 other pages could not be read.'],
  })
  const short = seen.sample.map(({ url, ...rest }) => ({
    ...rest,
    path: url.replace(site.origin, ''),
  }))
  expect(short).toEqual([
    { path: '/', title: 'Acme', state: 'readable', reason: null, passages: 1 },
    { path: '/a', title: 'Valves', state: 'readable', reason: null, passages: 1 },
    expect.objectContaining({
      path: '/hidden',
      state: 'skipped',
      reason: expect.stringContaining('noindex'),
    }),
    expect.objectContaining({
      path: '/lost',
      state: 'gone',
      reason: expect.stringContaining('404'),
    }),
    expect.objectContaining({
      path: '/old',
      state: 'moved',
      reason: `It moved to ${site.origin}/a.`,
    }),
  ])
})

test('without a sitemap the links of the first page count, and a page without text is told of', async () => {
  const site = await start({
    '/': `<a href="/a">a</a><a href="/b">b</a><main><h1>Acme</h1><p>All about valves here.</p></main>`,
    '/a': page('Valves'),
    '/b': '<html><body><div id="root"></div><script>render()</script></body></html>',
  })
  const seen = await preview(site)
  expect(seen).toMatchObject({
    reachable: true,
    sitemap: null,
    estimated_pages: 3,
    theme_color: null,
  })
  expect(seen.warnings).toEqual([
    'There is no sitemap, so pages are found by their links. There may be more.',
    '1 of 3 pages have no text before scripts run. Try with `render`.',
  ])
})

test('a large site is sampled evenly, within the limit of pages', async () => {
  const site = await start()
  const urls = Array.from({ length: 500 }, (_, index) => `${site.origin}/page-${index}`)
  site.pages = { '/': page('Acme'), '/sitemap.xml': makeSitemap(urls) }
  for (const url of urls) site.pages[new URL(url).pathname] = page('Some')
  const seen = await preview(site, { max_pages: 400 })
  expect(seen.estimated_pages).toBe(400)
  expect(seen.sample).toHaveLength(8)
  expect(site.requests.filter(({ path }) => path.startsWith('/page-'))).toHaveLength(7)
  expect(seen.sample.at(-1)?.url).toMatch(/page-3\d\d$/)
  expect(seen.warnings).toEqual([expect.stringContaining('more pages than max_pages, 400')])
})

test('robots.txt is kept to, and its delay is told of', async () => {
  const site = await start({
    '/robots.txt': 'User-agent: *\nDisallow: /\nCrawl-delay: 0.01',
    '/': page('Acme'),
  })
  const seen = await preview(site)
  expect(seen.reachable).toBe(true)
  expect(seen.sample).toMatchObject([
    { state: 'skipped', reason: expect.stringContaining('robots.txt') },
  ])
  expect(seen.warnings).toContain(
    'The site asks for 0.01 s between requests, and syncs keep to that.',
  )
  expect(site.requests.map(({ path }) => path)).not.toContain('/')
})

test('a private address is not connected to, however it is reached', async () => {
  const hidden = await start({ '/': page('Inner') })
  const strict = createPageFetcher({
    userAgent: 'FootnoteBot/0.1',
    allowPrivate: false,
    allowedBy: 'FETCH_ALLOWED_PRIVATE_HOSTS',
  })
  try {
    const seen = await preview(hidden, {}, { fetchPage: strict.fetchPage })
    expect(seen).toMatchObject({ reachable: false, sample: [{ state: 'failed' }] })
    expect(seen.warnings.join(' ')).toContain('FETCH_ALLOWED_PRIVATE_HOSTS')
  } finally {
    await strict.close()
  }
  const open = await start()
  open.pages = {
    '/': { status: 302, headers: { location: `${hidden.origin}/` } },
    '/robots.txt': `Sitemap: ${hidden.origin}/sitemap.xml`,
  }
  const led = await preview(open)
  expect(led.sample).toMatchObject([
    { state: 'skipped', reason: expect.stringContaining('redirects') },
  ])
  expect(hidden.requests).toEqual([])
})

test('a site that does not answer in time ends the preview, and what is known is told', async () => {
  const site = await start({
    '/': page('Acme'),
    '/sitemap.xml': () => undefined,
  })
  const slow = await preview(site, {}, { limits: { ...AMPLE_LIMITS, listingMs: 300 } })
  expect(slow).toMatchObject({ reachable: true, sample: [{ state: 'readable' }] })
  expect(slow.warnings[0]).toContain('was read in part')
  site.pages = { '/': () => undefined }
  const silent = await preview(site, {}, { limits: { listingMs: 300, totalMs: 600 } })
  expect(silent.sample).toMatchObject([
    { state: 'failed', reason: 'The site took too long to answer.' },
  ])
})
