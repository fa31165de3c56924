import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { SourceError } from '../connector.ts'
import type { Pages } from '../testing/test-site.ts'
import { head, kinds, links, findReason, useWebsite } from '../testing/website-source.ts'

/** Endless sites are read to their limits: half a minute on a busy machine. */
vi.setConfig({ testTimeout: 600_000 })

const { at, connect, crawled, paths, requests } = useWebsite()

const sitemap = (...pages: string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages
    .map((path) => `<url><loc>${at(path)}</loc><lastmod>2026-01-01</lastmod></url>`)
    .join('')}</urlset>`
const sitemapIndex = (...files: string[]): string =>
  `<sitemapindex>${files.map((path) => `<sitemap><loc>${at(path)}</loc></sitemap>`).join('')}</sitemapindex>`

test('links are followed within the origin and below the start', async () => {
  const outcomes = await crawled(
    connect(
      {
        '/docs/': links(
          'a',
          '/docs/b#part',
          '/blog/',
          'https://elsewhere.example/docs/',
          'mailto:x@y',
        ),
        '/docs/a': links('./c?utm_source=mail', '/docs/a'),
        '/docs/b': 'b',
        '/docs/c': 'c',
      },
      {},
      '/docs/',
    ),
  )
  expect(Object.keys(outcomes).toSorted()).toEqual(['/docs/', '/docs/a', '/docs/b', '/docs/c'])
})

test('a base address counts for the links, and nofollow keeps them from being followed', async () => {
  const base = head(
    '<base href="/docs/deep/">',
    '<a href="a">x</a><a rel="nofollow" href="b">y</a>',
  )
  const outcomes = await crawled(connect({ '/': base, '/docs/deep/a': 'a', '/docs/deep/b': 'b' }))
  expect(Object.keys(outcomes)).toEqual(['/', '/docs/deep/a'])
})

test('links in scripts, comments and attributes are not followed', async () => {
  const page = `<script>'<a href="/s">'</script><!-- <a href="/c"> --><textarea><a href="/t"></textarea><p title='<a href="/p">'>`
  expect(Object.keys(await crawled(connect({ '/': page })))).toEqual(['/'])
})

test('an element of any name is passed over', async () => {
  const page = '<constructor><toString></toString><a href="/a">x</a></constructor>'
  expect(Object.keys(await crawled(connect({ '/': page, '/a': 'a' })))).toEqual(['/', '/a'])
})

test('sitemaps are read through an index, nested, packed, and as text', async () => {
  const connector = connect({
    '/robots.txt': `Sitemap: ${at('/index.xml')}\nSitemap: ${at('/list.txt')}`,
    '/index.xml': sitemapIndex('/one.xml', '/more.xml', '/index.xml'),
    '/more.xml': sitemapIndex('/two.xml.gz'),
    '/one.xml': sitemap('/a', '/b&amp;c'),
    '/two.xml.gz': {
      headers: { 'content-type': 'application/gzip' },
      body: gzipSync(sitemap('/d', '/a')),
    },
    '/list.txt': `${at('/e')}\n${at('/f')}\n`,
  })
  const found = await paths(connector)
  expect(new Set(found)).toEqual(new Set(['/', '/a', '/b&c', '/d', '/e', '/f']))
})

test('a sitemap at its usual URL is found, and pages of other origins in it are ignored', async () => {
  const connector = connect({
    '/sitemap.xml': `<urlset><url><loc>${at('/a')}</loc></url><url><loc>http://elsewhere.example/b</loc></url></urlset>`,
  })
  expect(await paths(connector)).toEqual(['/', '/a'])
})

test('a sitemap that is absent leaves the links', async () => {
  expect(kinds(await crawled(connect({ '/': links('/a'), '/a': 'a' })))).toEqual({
    '/': 'fetched',
    '/a': 'fetched',
  })
})

test('a page sent in place of a sitemap is no sitemap', async () => {
  const spa = { headers: { 'content-type': 'text/html' }, body: '<html>app</html>' }
  expect(await paths(connect({ '/sitemap.xml': spa, '/llms.txt': spa }))).toEqual(['/'])
})

test.each([
  ['/robots.txt', { status: 500 }],
  ['/robots.txt', { status: 429 }],
  ['/sitemap.xml', { status: 503 }],
  ['/llms.txt', { status: 502 }],
])('a listing is not whole while %s cannot be had: %o', async (path, answer) => {
  await expect(paths(connect({ '/': 'x', [path]: answer }))).rejects.toThrow(
    `${path} answers with status ${answer.status}`,
  )
})

test.each([401, 403, 400])(
  'a sitemap that is named and refused with %i was not read',
  async (status) => {
    const refused = { status }
    const inIndex = connect({ '/sitemap.xml': sitemapIndex('/one.xml'), '/one.xml': refused })
    await expect(paths(inIndex)).rejects.toThrow(`/one.xml answers with status ${status}`)
    const inRobots = connect({
      '/robots.txt': `Sitemap: ${at('/sitemap.xml')}`,
      '/sitemap.xml': refused,
    })
    await expect(paths(inRobots)).rejects.toThrow(`/sitemap.xml answers with status ${status}`)
  },
)

test('a 403 for a sitemap that nothing names means that there is none, as object stores return it', async () => {
  const none = { status: 403 }
  const connector = connect({ '/robots.txt': none, '/sitemap.xml': none, '/llms.txt': none })
  expect(await paths(connector)).toEqual(['/'])
})

test('a sitemap that an index names and that is gone has no pages', async () => {
  const connector = connect({
    '/sitemap.xml': sitemapIndex('/one.xml', '/two.xml'),
    '/one.xml': { status: 410 },
    '/two.xml': sitemap('/a'),
  })
  expect(await paths(connector)).toEqual(['/', '/a'])
})

test('one sitemap of an index that fails makes the listing fail', async () => {
  const connector = connect({
    '/sitemap.xml': sitemapIndex('/one.xml', '/two.xml'),
    '/one.xml': sitemap('/a'),
    '/two.xml': { status: 500 },
  })
  await expect(paths(connector)).rejects.toThrow('/two.xml answers with status 500')
})

test.each([
  ['XML that breaks off', '<urlset><url><loc>https://x'],
  ['XML of another kind', '<rss></rss>'],
  ['a bomb', gzipSync(`<urlset>${' '.repeat(60_000_000)}</urlset>`)],
  [
    'entities that multiply',
    '<!DOCTYPE l [<!ENTITY a "aaaa">]><urlset><url><loc>&a;</loc></url></urlset>',
  ],
])('a sitemap that is %s is refused permanently', async (_, body) => {
  await expect(paths(connect({ '/sitemap.xml': { body } }))).rejects.toThrow(SourceError)
})

test('sitemaps that name ever more sitemaps are refused', async () => {
  const deep = connect({
    '/sitemap.xml': sitemapIndex('/1.xml'),
    '/1.xml': sitemapIndex('/2.xml'),
    '/2.xml': sitemapIndex('/3.xml'),
  })
  await expect(paths(deep)).rejects.toThrow('nested too deep')
  const files = Array.from({ length: 1_001 }, (_, index) => `/s${index}.xml`)
  await expect(paths(connect({ '/sitemap.xml': sitemapIndex(...files) }))).rejects.toThrow(
    'more than 1000 sitemaps',
  )
})

test('robots.txt is obeyed for our name before all names, and every page says so', async () => {
  const outcomes = await crawled(
    connect({
      '/robots.txt':
        'User-agent: *\nDisallow: /\n\nUser-agent: FootnoteBot\nDisallow: /private/\nAllow: /private/open',
      '/': links('/a', '/private/b', '/private/open'),
      '/a': 'a',
      '/private/b': 'secret',
      '/private/open': 'open',
    }),
  )
  expect(kinds(outcomes)).toEqual({
    '/': 'fetched',
    '/a': 'fetched',
    '/private/b': 'skipped',
    '/private/open': 'fetched',
  })
  expect(findReason(outcomes['/private/b'])).toContain('robots.txt')
  expect(requests().map(({ path }) => path)).not.toContain('/private/b')
})

test('the pause that robots.txt asks for is kept between requests', async () => {
  const connector = connect({
    '/robots.txt': 'User-agent: *\nCrawl-delay: 0.2',
    '/': links('/a', '/b'),
    '/a': 'a',
    '/b': 'b',
  })
  const started = performance.now()
  await crawled(connector)
  // sitemap, llms.txt, start, a, b: four pauses at least.
  expect(performance.now() - started).toBeGreaterThan(780)
})

test('pages of llms.txt are read, but not copies of pages that are listed', async () => {
  const connector = connect({
    '/sitemap.xml': sitemap('/a', '/b/'),
    '/llms.txt': `# Site\n- [A](${at('/a.md')}): x\n- [B](/b.md)\n- [C](/c.md)\n- [Out](https://elsewhere.example/)`,
  })
  expect(await paths(connector)).toEqual(['/', '/a', '/b/', '/c.md'])
})

test('patterns choose the pages, and the start is read for its links', async () => {
  const outcomes = await crawled(
    connect(
      {
        '/': links('/docs/a', '/docs/old/b', '/blog/c'),
        '/docs/a': 'a',
        '/docs/old/b': 'b',
        '/blog/c': 'c',
      },
      { include: ['/docs/**'], exclude: ['**/old/**'] },
    ),
  )
  expect(kinds(outcomes)).toEqual({ '/': 'skipped', '/docs/a': 'fetched' })
  expect(findReason(outcomes['/'])).toContain('patterns')
})

test('of more pages than the source may have one is offered, by which the sync sees it', async () => {
  const many = Array.from({ length: 50 }, (_, index) => `/p-${index}`)
  const pages = Object.fromEntries(many.map((path) => [path, 'x']))
  // The start leads to itself, as most do, and is one of the ten.
  const site = { '/': links('/', ...many), ...pages }
  expect(Object.keys(await crawled(connect(site, { max_pages: 10 })))).toHaveLength(11)
  const listed = { '/sitemap.xml': sitemap('/', ...many) }
  const found = await paths(connect(listed, { max_pages: 10 }))
  expect(new Set(found).size).toBe(11)
})

test('a calendar without end, ever longer paths and ever other queries come to an end', async () => {
  const pages: Pages = { '/': links('/cal/0/1', '/loop/', '/list?page=1') }
  const answer = (path: string): string | undefined => {
    const day = /^\/cal\/(\d+)\/1$/.exec(path)?.[1]
    if (day !== undefined) return links(`/cal/${Number(day) + 1}/1`)
    const page = /^\/list\?page=(\d+)$/.exec(path)?.[1]
    if (page !== undefined) return links(`/list?page=${Number(page) + 1}`)
    return path.startsWith('/loop/') ? links('a/', 'b/') : undefined
  }
  const endless = new Proxy(pages, {
    get: (target, path) => (typeof path === 'string' ? (target[path] ?? answer(path)) : undefined),
  })
  const outcomes = await crawled(connect(endless))
  const found = Object.keys(outcomes)
  expect(found.filter((path) => path.startsWith('/cal/'))).toHaveLength(1_000)
  expect(found.filter((path) => path.startsWith('/list'))).toHaveLength(50)
  // Every path of at most three a and three b.
  expect(found.filter((path) => path.startsWith('/loop/'))).toHaveLength(69)
})

test('pages of a sitemap are read, however much they look like a calendar', async () => {
  const days = Array.from({ length: 1_200 }, (_, index) => `/day/${index}`)
  expect(await paths(connect({ '/sitemap.xml': sitemap(...days) }))).toHaveLength(1_201)
})

test('cancelling stops the listing and the fetch', async () => {
  const hang = () => undefined
  const connector = connect({ '/robots.txt': hang })
  const controller = new AbortController()
  const fetched = connector.fetch(
    { key: at('/a'), version: null, validators: null },
    controller.signal,
  )
  controller.abort(new Error('cancelled'))
  await expect(fetched).rejects.toThrow('cancelled')
})
