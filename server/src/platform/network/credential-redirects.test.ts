import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followRedirects } from './fetch-page.ts'
import { createSafeFetch } from './safe-fetch.ts'

/** Headers of any name: none of them is known to be secret by its name alone. */
const SECRET = 's3cr3t-in-a-header'
const HEADERS = {
  authorization: `Bearer ${SECRET}`,
  cookie: `session=${SECRET}`,
  'x-api-key': SECRET,
  'PRIVATE-TOKEN': SECRET,
  'Api-Username': `ada ${SECRET}`,
  accept: 'text/html',
}

type Received = { origin: string; path: string; hasSecret: boolean }
const received: Received[] = []
/** What arrived at a port that speaks no HTTP. */
let bytes = ''

const answering = () =>
  createServer((request, response) => {
    const { socket, url = '/', rawHeaders, headers } = request
    const { port } = socket.address() as AddressInfo
    const path = new URL(url, 'http://x.test')
    // The host that was asked for, at the port where it arrived.
    const host = headers.host?.replace(/:\d+$/, '') ?? ''
    const hasSecret = rawHeaders.some((text) => text.includes(SECRET)) || url.includes(SECRET)
    received.push({ origin: `http://${host}:${port}`, path: path.pathname, hasSecret })
    const [next, ...others] = path.searchParams.getAll('to')
    const status = Number(path.searchParams.get('status') ?? 302)
    if (next === undefined) response.end('the end')
    else {
      const rest = others.map(
        (to) => `${next.includes('?') ? '&' : '?'}to=${encodeURIComponent(to)}`,
      )
      response.writeHead(status, { location: next + rest.join('') }).end()
    }
  })
const home = answering()
const away = answering()
const plain = createTcpServer((socket) => {
  socket.on('data', (data) => (bytes += data.toString('latin1')))
  socket.on('error', () => undefined)
  setTimeout(() => socket.destroy(), 200)
})
const port = (server: { address(): unknown }) => (server.address() as AddressInfo).port

beforeAll(async () => {
  for (const server of [home, away, plain]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
})
beforeEach(() => {
  received.length = 0
  bytes = ''
})
afterAll(() => {
  for (const server of [home, away]) server.closeAllConnections()
  for (const server of [home, away, plain]) server.close()
})

/** H: the home's port, A: the port of another server, T: one that speaks no HTTP. */
const filled = (address: string) =>
  address
    .replaceAll(':H', `:${port(home)}`)
    .replaceAll(':A', `:${port(away)}`)
    .replaceAll(':T', `:${port(plain)}`)

const HOME = 'http://docs.test:H'

async function follow(hops: readonly string[], status: number): Promise<void> {
  const query = hops.map((to) => `to=${encodeURIComponent(filled(to))}`).join('&')
  // A redirect that cannot be followed carries nothing.
  await fetchWithCredential(`${HOME}/start?status=${status}&${query}`).catch(() => undefined)
}

/** Every address may be reached: nothing but the origin decides who is sent a credential. */
async function fetchWithCredential(address: string) {
  const safe = createSafeFetch({
    allowPrivate: true,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  try {
    return await followRedirects(() => safe.fetch, {
      url: filled(address),
      headers: { accept: 'text/html' },
      credential: { origin: filled(HOME), headers: HEADERS },
      maxBytes: 1000,
      signal: AbortSignal.timeout(20_000),
    })
  } finally {
    await safe.close()
  }
}

const STATUSES = [301, 302, 303, 307, 308]

const KINDS: readonly (readonly [what: string, hops: readonly string[]])[] = [
  ['another port', ['http://docs.test:A/']],
  ['another host', ['http://other.test:A/']],
  ['another host on the same port', ['http://other.test:H/']],
  ['a subdomain', ['http://sub.docs.test:H/']],
  ['a parent domain', ['http://test:H/']],
  ['a name that ends alike', ['http://evil-docs.test:H/']],
  ['a name that begins alike', ['http://docs.test.evil.test:H/']],
  ['the name with a dot at the end', ['http://docs.test.:H/']],
  ['the address of the same server', ['http://127.0.0.1:H/']],
  ['its address as a number', ['http://2130706433:H/']],
  ['its address in octal', ['http://0177.0.0.1:H/']],
  ['its address in hexadecimal', ['http://0x7f.1:H/']],
  ['its address within IPv6', ['http://[::ffff:127.0.0.1]:H/']],
  ['localhost', ['http://localhost:H/']],
  ['another scheme', ['https://docs.test:T/']],
  ['another scheme on the same port', ['https://docs.test:H/']],
  ['the default port', ['http://docs.test/']],
  ['an address without its scheme', ['//other.test:A/']],
  ['the same host without its scheme', ['//docs.test:A/']],
  ['backslashes', ['\\\\other.test:A\\']],
  ['a slash and a backslash', ['/\\other.test:A/']],
  ['three slashes', ['http:///other.test:A/']],
  ['more slashes', ['/////other.test:A/']],
  ['a scheme in capitals', ['HTTP://OTHER.TEST:A/']],
  ['a tab in the scheme', ['ht\ttp://other.test:A/']],
  ['a tab in the slashes', ['/\t/other.test:A/']],
  ['spaces around it', ['   http://other.test:A/   ']],
  ['a user name that looks like the host', ['http://docs.test:H@other.test:A/']],
  ['a user name and a password', ['http://a:b@other.test:A/']],
  ['its own host with a user name', ['http://a:b@docs.test:H/']],
  ['an escaped dot', ['http://docs%2etest.other.test:A/']],
  ['an escaped at sign', ['http://docs.test%40other.test:A/']],
  ['a name of another alphabet', ['http://xn--e1afmkfd.test:H/']],
  ['wide letters', ['http://%EF%BD%8Fther.test:A/']],
  ['its own address in the query', [`http://other.test:A/?next=${HOME}`]],
  ['its own address in the fragment', [`http://other.test:A/#${HOME}`]],
  ['its own address in the path', [`http://other.test:A/${HOME}`]],
  ['a longer path on another host', ['http://other.test:A/a/b/../c']],
  ['away and back', ['http://other.test:A/', `${HOME}/back`]],
  ['away, further and back', ['http://other.test:A/', 'http://third.test:A/', `${HOME}/back`]],
  ['another port and back', ['http://docs.test:A/', `${HOME}/back`]],
  ['its own page, then away', [`${HOME}/own`, 'http://other.test:A/']],
  ['its own page twice, then away', [`${HOME}/own`, '/own', 'http://other.test:A/']],
  ['away, back and away again', ['http://other.test:A/', `${HOME}/back`, 'http://third.test:A/']],
]

/** Nothing listens there, or the address is refused. */
const UNFOLLOWED = new Set([
  'another scheme on the same port',
  'the default port',
  'a user name that looks like the host',
  'a user name and a password',
  'its own host with a user name',
  'an escaped at sign',
])

test.each(KINDS)('a redirect to %s does not carry a credential away', async (what, hops) => {
  for (const status of STATUSES) await follow(hops, status)
  const own = received.filter(({ origin }) => origin === filled(HOME))
  expect(own.filter(({ path }) => path === '/start').every(({ hasSecret }) => hasSecret)).toBe(true)
  expect(own.filter(({ path }) => path === '/start')).toHaveLength(STATUSES.length)
  const others = received.filter(({ origin }) => origin !== filled(HOME))
  expect(others.filter(({ hasSecret }) => hasSecret)).toEqual([])
  // One that comes back could have been sent by whoever answered in between.
  expect(own.filter(({ path, hasSecret }) => path === '/back' && hasSecret)).toEqual([])
  expect(bytes).not.toContain(SECRET)
  // Otherwise it would show nothing.
  const isFollowed = others.length > 0 || bytes !== '' || own.length > STATUSES.length
  expect(isFollowed || UNFOLLOWED.has(what)).toBe(true)
})

test('within its origin a credential is carried', async () => {
  await follow([`${HOME}/own`, '/own'], 302)
  expect(received.map(({ path, hasSecret }) => [path, hasSecret])).toEqual([
    ['/start', true],
    ['/own', true],
    ['/own', true],
  ])
})

test('a request that begins elsewhere carries none, not even when it leads to the origin', async () => {
  await fetchWithCredential(`http://other.test:A/?to=${HOME}/back`)
  expect(received.map(({ path, hasSecret }) => [path, hasSecret])).toEqual([
    ['/', false],
    ['/back', false],
  ])
})

test('there are at least 40 kinds', () => {
  expect(KINDS.length).toBeGreaterThanOrEqual(40)
})
