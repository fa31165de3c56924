import { expect, test } from 'vitest'
import {
  head,
  kinds,
  links,
  MAX_PAGE_BYTES,
  findReason,
  useWebsite,
} from '../testing/website-source.ts'
import { growth, MAX_LINEAR_GROWTH } from '../../../../test/support/growth.ts'
import { readLinks } from './read-links.ts'

const { at, connect, crawled, fetchOne, requests } = useWebsite()

test('a redirect within the source is a move, and one out of it a reason to skip', async () => {
  const to = (location: string, status = 301) => ({ status, headers: { location } })
  const outcomes = await crawled(
    connect(
      {
        '/docs/': links('a', 'b', 'c', 'd', 'e'),
        '/docs/a': to('/docs/new#part'),
        '/docs/b': to('/elsewhere', 302),
        '/docs/c': to('https://elsewhere.example/', 308),
        '/docs/d': to('d', 307),
        '/docs/e': to('javascript:1', 303),
        '/docs/new': 'new',
      },
      {},
      '/docs/',
    ),
  )
  expect(outcomes['/docs/a']).toEqual({
    kind: 'moved',
    to: { key: at('/docs/new'), version: null },
  })
  expect(outcomes['/docs/new']?.kind).toBe('fetched')
  expect(findReason(outcomes['/docs/b'])).toContain('/elsewhere, which is not part of the source')
  expect(findReason(outcomes['/docs/c'])).toContain('https://elsewhere.example/')
  expect(findReason(outcomes['/docs/d'])).toContain('itself')
  expect(findReason(outcomes['/docs/e'])).toContain('not a web page')
})

test('a page that refreshes to another has moved there', async () => {
  const refresh = head('<meta http-equiv="Refresh" content="0; url=/new">')
  const later = head('<meta http-equiv="refresh" content="300; url=/other">')
  const connector = connect({ '/old': refresh, '/ticker': later, '/new': 'new' })
  expect(await fetchOne(connector, '/old')).toMatchObject({
    kind: 'moved',
    to: { key: at('/new') },
  })
  expect((await fetchOne(connector, '/ticker')).kind).toBe('fetched')
})

test('a page whose canonical address is another page of the source has moved there', async () => {
  const canonical = (path: string) => head(`<link rel="canonical" href="${path}">`)
  const connector = connect({
    '/a?sort=up': canonical('/a'),
    '/a': canonical('/a'),
    '/print': { headers: { link: '</a>; rel="canonical"' }, body: 'print' },
    '/gone': canonical('/nowhere'),
    '/loop': canonical('/back'),
    '/back': { status: 301, headers: { location: '/loop' } },
    '/home': canonical('/'),
    '/mirror': canonical('https://elsewhere.example/mirror'),
    '/': 'start',
    '/comment': '<body><p>hi <link rel="canonical" href="/a"></body>',
  })
  const moved = { kind: 'moved', to: { key: at('/a') } }
  expect(await fetchOne(connector, '/a?sort=up')).toMatchObject(moved)
  expect(await fetchOne(connector, '/print')).toMatchObject(moved)
  for (const path of ['/a', '/gone', '/loop', '/home', '/mirror', '/comment']) {
    expect(await fetchOne(connector, path)).toMatchObject({
      kind: 'fetched',
      page: { url: at(path) },
    })
  }
})

test('of two pages that name each other one is indexed', async () => {
  const canonical = (path: string) => head(`<link rel="canonical" href="${path}">`)
  const outcomes = await crawled(
    connect({ '/': links('/a', '/b'), '/a': canonical('/b'), '/b': canonical('/a') }),
  )
  expect(kinds(outcomes)).toEqual({ '/': 'fetched', '/a': 'moved', '/b': 'fetched' })
})

test('of two pages that name each other and are read at the same time one is indexed', async () => {
  const canonical = (path: string) => head(`<link rel="canonical" href="${path}">`)
  const connector = connect({ '/a': canonical('/b'), '/b': canonical('/a') })
  const outcomes = await Promise.all(['/a', '/b'].map((path) => fetchOne(connector, path)))
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['fetched', 'moved'])
})

test('a canonical address that differs by a slash only is what readers are shown', async () => {
  const connector = connect({ '/a/': head(`<link rel="canonical" href="/a">`) })
  expect(await fetchOne(connector, '/a/')).toMatchObject({
    kind: 'fetched',
    page: { url: at('/a') },
  })
})

test('noindex and nofollow are obeyed, in the page and in the header', async () => {
  const robots = (content: string, name = 'robots') =>
    head(`<meta name="${name}" content="${content}">`, '<a href="/x">x</a>')
  const tagged = (tag: string) => ({
    headers: { 'x-robots-tag': tag },
    body: links('/x'),
  })
  const tested = {
    '/1': robots('noindex'),
    '/2': robots('NoIndex, NoFollow'),
    '/3': robots('none', 'footnotebot'),
    '/4': tagged('noindex'),
    '/5': tagged('otherbot: noindex, footnotebot: nofollow'),
    '/6': robots('noindex', 'otherbot'),
    '/7': tagged('max-snippet:20, noindex'),
    '/8': tagged('otherbot: noindex'),
  }
  const connector = connect(tested)
  const seen: Record<string, unknown> = {}
  for (const path of Object.keys(tested)) {
    const outcome = await fetchOne(connector, path)
    seen[path] = [outcome.kind, 'found' in outcome ? outcome.found.length : 0]
  }
  expect(seen).toEqual({
    '/1': ['skipped', 1],
    '/2': ['skipped', 0],
    '/3': ['skipped', 0],
    '/4': ['skipped', 1],
    '/5': ['fetched', 0],
    '/6': ['fetched', 1],
    '/7': ['skipped', 1],
    '/8': ['fetched', 1],
  })
})

test('a page is asked for again with what it was marked with, and may be unchanged', async () => {
  const connector = connect({
    '/a': (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"v1"'
      const lastModified = 'Wed, 21 Oct 2026 07:28:00 GMT'
      response.writeHead(isKnown ? 304 : 200, {
        'content-type': 'text/html',
        etag: '"v1"',
        'last-modified': lastModified,
      })
      response.end(isKnown ? '' : 'a')
    },
  })
  const first = await fetchOne(connector, '/a')
  const validators = first.kind === 'fetched' ? first.page.validators : null
  expect(validators).toEqual({ etag: '"v1"', lastModified: 'Wed, 21 Oct 2026 07:28:00 GMT' })
  expect(await fetchOne(connector, '/a', { validators })).toEqual({ kind: 'unchanged' })
  expect(requests().at(-1)?.headers['if-modified-since']).toBe(validators?.lastModified)
})

test.each([
  [404, 'gone', '404'],
  [410, 'gone', '410'],
  [401, 'skipped', 'signing in'],
  [403, 'skipped', 'signing in'],
  [451, 'skipped', '451'],
])('a page that answers %i is %s', async (status, kind, words) => {
  const outcome = await fetchOne(connect({ '/a': { status } }), '/a')
  expect([outcome.kind, findReason(outcome).includes(words)]).toEqual([kind, true])
})

test.each([408, 425, 429, 500, 503])(
  'a page that answers %i is tried again later',
  async (status) => {
    await expect(fetchOne(connect({ '/a': { status } }), '/a')).rejects.toThrow(String(status))
  },
)

test('Retry-After is waited for', async () => {
  let tries = 0
  const connector = connect({
    '/a': (_, response) => {
      tries += 1
      if (tries === 1) response.writeHead(429, { 'retry-after': '1' }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end('a')
    },
    '/b': { status: 503, headers: { 'retry-after': '3600' } },
  })
  const started = performance.now()
  expect((await fetchOne(connector, '/a')).kind).toBe('fetched')
  expect(performance.now() - started).toBeGreaterThan(950)
  await expect(fetchOne(connector, '/b')).rejects.toThrow('asks to wait 3600 s')
})

test('types without a reader are skipped, and their bodies are not waited for', async () => {
  const connector = connect({
    '/film': (_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' })
      response.write('never whole')
    },
    '/guide.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 …' },
    '/raw.md': { headers: { 'content-type': 'text/plain' }, body: '# Raw\n[a](/a)' },
  })
  expect(findReason(await fetchOne(connector, '/film'))).toContain('video/mp4')
  const pdf = await fetchOne(connector, '/guide.pdf')
  expect(pdf).toMatchObject({ kind: 'fetched', page: { contentType: 'application/pdf' } })
  expect(pdf.kind === 'fetched' && pdf.page.content).toBeInstanceOf(Uint8Array)
  expect(await fetchOne(connector, '/raw.md')).toMatchObject({
    page: { contentType: 'text/markdown', content: '# Raw\n[a](/a)' },
    found: [{ key: at('/a') }],
  })
})

test('a page that is too large is skipped with the reason', async () => {
  const connector = connect({ '/big': 'x'.repeat(MAX_PAGE_BYTES + 1) })
  expect(findReason(await fetchOne(connector, '/big'))).toBe('It is larger than 100 kB.')
})

test('a page is decoded by the encoding that it names', async () => {
  const body = Buffer.from('<meta charset=iso-8859-1>größe', 'latin1')
  const connector = connect({ '/a': { headers: { 'content-type': 'text/html' }, body } })
  expect(await fetchOne(connector, '/a')).toMatchObject({
    page: { content: '<meta charset=iso-8859-1>größe' },
  })
})

test('the links of a deeply nested page are found in time that is in proportion', async () => {
  const nested = (depth: number) => `${'<ul><li>'.repeat(depth)}<a href="/a">x</a>`
  const outcome = await fetchOne(connect({ '/deep': nested(10_000) }), '/deep')
  expect(outcome).toMatchObject({ found: [{ key: at('/a') }] })
  expect(growth(2_500, nested, readLinks)).toBeLessThan(MAX_LINEAR_GROWTH)
})
