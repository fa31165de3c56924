import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FetchError } from './fetch-error.ts'
import { createPageFetcher } from './fetch-page.ts'
import type { PageRequest } from './fetch-page.ts'
import { parsePrivateHosts } from './private-hosts.ts'
import { PRIVATE_HOST_SPELLINGS, resolveSpellings } from '../testing/address-spellings.ts'

/** One tries some hundred addresses: half a minute on a busy machine. */
vi.setConfig({ testTimeout: 600_000 })

const zeros = Buffer.alloc(20_000_000)
const BOMBS = {
  gzip: gzipSync(zeros),
  br: brotliCompressSync(zeros),
  deflate: deflateSync(zeros),
  zstd: zstdCompressSync(zeros),
}

const seen: { path: string; headers: IncomingHttpHeaders }[] = []
let secretConnections = 0
let sitePort = 0
let secretPort = 0

const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site.test')
  seen.push({ path: pathname, headers: request.headers })
  if (pathname === '/to') {
    const location = Buffer.from(searchParams.get('url') ?? '').toString('latin1')
    response.writeHead(302, { location }).end()
  } else if (pathname === '/round') response.writeHead(307, { location: '/round' }).end()
  else if (pathname === '/nowhere') response.writeHead(302, { location: 'http://' }).end()
  else if (pathname.startsWith('/bomb/')) {
    const coding = pathname.slice(6) as keyof typeof BOMBS
    response.writeHead(200, { 'content-encoding': coding }).end(BOMBS[coding])
  } else if (pathname === '/endless') {
    const pour = () => {
      while (response.write('endless '.repeat(1000)));
    }
    response.on('drain', pour)
    pour()
  } else if (pathname === '/slow') response.write('never whole')
  else if (pathname === '/silent') return
  else response.end(`page ${pathname}`)
}
const site = createServer(answer)
const secret = createServer((_, response) => response.end('secret'))
secret.on('connection', () => (secretConnections += 1))

beforeAll(async () => {
  site.listen(0, '127.0.0.1')
  secret.listen(0, '::')
  await Promise.all([site, secret].map((server) => once(server, 'listening')))
  sitePort = (site.address() as AddressInfo).port
  secretPort = (secret.address() as AddressInfo).port
})
beforeEach(() => {
  seen.length = 0
  secretConnections = 0
})
afterAll(() => {
  for (const server of [site, secret]) {
    server.closeAllConnections()
    server.close()
  }
})

async function fetchPage(request: Partial<PageRequest> & { url: string }, allowed?: string) {
  const fetcher = createPageFetcher({
    userAgent: 'TestBot/1.0',
    allowPrivate: parsePrivateHosts(allowed ?? `site.test:${sitePort}`),
    resolve: async (hostname) =>
      hostname.endsWith('site.test')
        ? [{ address: '127.0.0.1', family: 4 }]
        : resolveSpellings(hostname),
    connectTimeoutMs: 5_000,
    headTimeoutMs: 5_000,
  })
  try {
    return await fetcher.fetchPage({ maxBytes: 1_000_000, timeoutMs: 20_000, ...request })
  } finally {
    await fetcher.close()
  }
}

const findFailure = async (request: Partial<PageRequest> & { url: string }) => {
  const error: unknown = await fetchPage(request).catch((thrown: unknown) => thrown)
  return error instanceof FetchError ? error.failure : error
}
const at = (path: string): string => `http://site.test:${sitePort}${path}`

test('a page of a host that the operator allows is fetched, with our user agent', async () => {
  const { status, url, body } = await fetchPage({ url: at('/a') })
  expect([status, url, Buffer.from(body).toString()]).toEqual([200, at('/a'), 'page /a'])
  expect(seen[0]?.headers['user-agent']).toBe('TestBot/1.0')
})

test('a host is allowed only with its port and under its own name', async () => {
  for (const allowed of ['site.test:1', 'other.test', '10.0.0.0/8', '']) {
    await expect(fetchPage({ url: at('/a') }, allowed)).rejects.toThrow('private network')
  }
  expect(seen).toEqual([])
})

test('a network is allowed whatever the name', async () => {
  const { status } = await fetchPage({ url: at('/a') }, '127.0.0.0/8')
  expect(status).toBe(200)
})

test('a page cannot lead to another private host, though the operator allows that one too', async () => {
  const wiki = `http://wiki.site.test:${sitePort}/b`
  const allowed = `site.test:${sitePort}, wiki.site.test, 127.0.0.0/8`
  expect((await fetchPage({ url: wiki }, allowed)).status).toBe(200)
  seen.length = 0
  const led = fetchPage({ url: at(`/to?url=${wiki}`) }, allowed)
  await expect(led).rejects.toThrow('private network')
  await expect(fetchPage({ url: wiki, chosenUrl: at('/') }, allowed)).rejects.toThrow('private')
  expect(seen.map(({ path }) => path)).toEqual(['/to'])
})

test('there are more than 400 spellings of private addresses', () => {
  expect(new Set(PRIVATE_HOST_SPELLINGS).size).toBeGreaterThan(400)
})

test('no spelling of a private address is connected to, directly or by a redirect', async () => {
  const failures = new Set<unknown>()
  for (const host of PRIVATE_HOST_SPELLINGS) {
    const url = `http://${host}:${secretPort}/`
    failures.add(await findFailure({ url }))
    failures.add(await findFailure({ url: at(`/to?url=${encodeURIComponent(url)}`) }))
  }
  expect(secretConnections).toBe(0)
  // Some are no URL at all, or names that no resolver knows.
  expect(failures).toEqual(new Set(['unsafe-address', 'network', 'redirects']))
})

test('the same spellings reach the listener where all is allowed, so it listens', async () => {
  const { body } = await fetchPage({ url: `http://0x7f.1:${secretPort}/` }, '127.0.0.0/8')
  expect(Buffer.from(body).toString()).toBe('secret')
  expect(secretConnections).toBe(1)
})

test.each(['file:///etc/passwd', 'ftp://site.test/', 'data:,x', 'gopher://site.test/'])(
  'a redirect to %s is not followed',
  async (target) => {
    const url = at(`/to?url=${encodeURIComponent(target)}`)
    expect(await findFailure({ url })).toBe('unsafe-address')
  },
)

test('a redirect is followed, and the address of the page is where it ended', async () => {
  const { url, body } = await fetchPage({ url: at('/to?url=/b') })
  expect([url, Buffer.from(body).toString()]).toEqual([at('/b'), 'page /b'])
})

test('a redirect is returned where none may be followed', async () => {
  const { status, headers } = await fetchPage({ url: at('/to?url=/b'), maxRedirects: 0 })
  expect([status, headers.get('location'), seen.length]).toEqual([302, '/b', 1])
})

test('redirects that do not end are given up', async () => {
  expect(await findFailure({ url: at('/round'), maxRedirects: 3 })).toBe('redirects')
  expect(seen).toHaveLength(4)
  expect(await findFailure({ url: at('/nowhere') })).toBe('redirects')
})

test.each(Object.keys(BOMBS))('a %s bomb is refused at the limit', async (coding) => {
  expect(BOMBS[coding as keyof typeof BOMBS].length).toBeLessThan(100_000)
  expect(await findFailure({ url: at(`/bomb/${coding}`) })).toBe('too-large')
  const { body } = await fetchPage({ url: at(`/bomb/${coding}`), maxBytes: zeros.length })
  expect(body.length).toBe(zeros.length)
})

test('an endless page is refused at the limit', async () => {
  expect(await findFailure({ url: at('/endless'), maxBytes: 5_000_000 })).toBe('too-large')
})

test('a page that never ends or never begins is given up in time', async () => {
  expect(await findFailure({ url: at('/slow'), timeoutMs: 300 })).toBe('timeout')
  expect(await findFailure({ url: at('/silent') })).toBe('timeout')
})

test('a body that is not wanted is not waited for', async () => {
  const { status, body } = await fetchPage({ url: at('/slow'), wantsBody: () => false })
  expect([status, body.length]).toEqual([200, 0])
})

test('an abort rejects with its own reason', async () => {
  const reason = new Error('cancelled')
  const controller = new AbortController()
  const fetched = fetchPage({ url: at('/slow'), signal: controller.signal })
  controller.abort(reason)
  await expect(fetched).rejects.toBe(reason)
})

test.each([
  ['too-large', false],
  ['unsafe-address', false],
  ['redirects', false],
  ['timeout', true],
  ['network', true],
] as const)('%s may pass: %s', (failure, isTransient) => {
  expect(new FetchError(failure, '').isTransient).toBe(isTransient)
})

test('the reason of a failure is in words', async () => {
  const error = await fetchPage({ url: 'http://site.test:2/' }, 'site.test').catch(String)
  expect(error).toContain('site.test:2: it refuses connections.')
})
