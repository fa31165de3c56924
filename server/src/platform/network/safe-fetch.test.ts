import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Resolve } from './safe-fetch.ts'
import { parsePrivateHosts } from './private-hosts.ts'
import { createSafeFetch, resolveBySystem, UnsafeAddressError } from './safe-fetch.ts'

/** Listens on all addresses of the machine, IPv4 and IPv6. */
const listener = createServer((request, response) => {
  if (request.url === '/away') response.writeHead(302, { location: '/secret' }).end()
  else response.end('secret')
})
let connections = 0
let port = 0
listener.on('connection', () => (connections += 1))

beforeAll(async () => {
  listener.listen(0, '::')
  await once(listener, 'listening')
  port = (listener.address() as AddressInfo).port
})
beforeEach(() => (connections = 0))
afterAll(() => {
  listener.closeAllConnections()
  listener.close()
})

const resolvesTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** The cause of a failed request, or undefined. */
async function failure(
  url: string,
  resolve?: Resolve,
  way: 'fetch' | 'post' = 'fetch',
): Promise<unknown> {
  const safe = createSafeFetch({ allowPrivate: false, resolve, connectTimeoutMs: 5_000 })
  try {
    const { signal } = new AbortController()
    await (way === 'fetch'
      ? safe.fetch(url)
      : safe.post(new URL(url), { headers: {}, body: '', signal }))
    return undefined
  } catch (error) {
    return (error as Error).cause ?? error
  } finally {
    await safe.close()
  }
}

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ip6-localhost',
]

test.each(HOSTS)('nothing on this machine is reached as %s', async (host) => {
  expect(await failure(`http://${host}:${port}/`)).toBeInstanceOf(Error)
  expect(connections).toBe(0)
})

test.each(HOSTS)('nothing is posted to this machine as %s', async (host) => {
  expect(await failure(`http://${host}:${port}/`, undefined, 'post')).toBeInstanceOf(Error)
  expect(connections).toBe(0)
})

test('the same machine is reached where private addresses are allowed, so the listener listens', async () => {
  const safe = createSafeFetch({ allowPrivate: true })
  const { signal } = new AbortController()
  try {
    for (const host of ['127.0.0.1', '0x7f.1', 'localhost', '[::1]']) {
      const url = new URL(`http://${host}:${port}/`)
      const response = await safe.fetch(url)
      expect(await response.text()).toBe('secret')
      const { body } = await safe.post(url, { headers: {}, body: '', signal })
      expect(String(await body.read())).toBe('secret')
    }
    expect(connections).toBeGreaterThan(0)
  } finally {
    await safe.close()
  }
})

const SPECIAL = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '10.0.0.1', 'fd00::1']

test.each(SPECIAL)('a public name that resolves to %s is not connected to', async (address) => {
  const url = `http://models.example.com:${port}/`
  expect(await failure(url, resolvesTo(address))).toBeInstanceOf(UnsafeAddressError)
  expect(await failure(url, resolvesTo('8.8.8.8', address))).toBeInstanceOf(UnsafeAddressError)
  expect(await failure(url, resolvesTo(address), 'post')).toBeInstanceOf(UnsafeAddressError)
  expect(connections).toBe(0)
})

test('a name that was public when it was saved and is not when it is used is not connected to', async () => {
  const answers = [resolvesTo('8.8.8.8'), resolvesTo('127.0.0.1')]
  const rebinding: Resolve = async (name) => answers.shift()?.(name) ?? []
  const url = `http://rebinding.example.com:${port}/`
  expect(await mayBeSaved(url, rebinding)).toBe(true)
  expect(await failure(url, rebinding)).toBeInstanceOf(UnsafeAddressError)
  expect(connections).toBe(0)
})

test('a redirect is returned, not followed', async () => {
  const safe = createSafeFetch({ allowPrivate: true })
  try {
    const response = await safe.fetch(`http://127.0.0.1:${port}/away`, { redirect: 'follow' })
    expect(response.status).toBe(302)
    expect(await response.text()).toBe('')
  } finally {
    await safe.close()
  }
})

test.each(['file:///etc/passwd', 'data:,secret', 'ftp://example.com/', 'http://me:pw@8.8.8.8/'])(
  '%s is not fetched, even where private addresses are allowed',
  async (url) => {
    const safe = createSafeFetch({ allowPrivate: true })
    await expect(safe.fetch(url)).rejects.toThrow(UnsafeAddressError)
    await safe.close()
  },
)

test('a refused address is not named in the error', async () => {
  const error = await failure('http://169.254.169.254/')
  expect(error).toBeInstanceOf(UnsafeAddressError)
  expect(String(error)).not.toContain('169')
})

async function mayBeSaved(address: string, resolve?: Resolve): Promise<boolean> {
  const safe = createSafeFetch({ allowPrivate: false, resolve })
  try {
    return (await safe.whyRefused(address)) === null
  } finally {
    await safe.close()
  }
}

test.each(HOSTS)('http://%s may not be saved', async (host) => {
  // Names that only some systems know may pass here; the connection is what is checked.
  const known = await resolveBySystem(host).catch(() => [])
  const isName = !/^[[\d①１%]/u.test(host)
  const saved = await mayBeSaved(`http://${host}/`)
  expect(saved).toBe(isName && known.length === 0)
})

test.each(['https://api.example.com/v1', 'http://8.8.8.8', 'https://[2606:4700:4700::1111]/v1'])(
  '%s may be saved',
  async (address) => {
    expect(await mayBeSaved(address, resolvesTo('8.8.8.8', '2606:4700:4700::1111'))).toBe(true)
  },
)

test.each(['', 'nonsense', 'api.example.com', 'ftp://8.8.8.8', 'javascript:1', 'http://a@8.8.8.8'])(
  '"%s" may not be saved',
  async (address) => {
    expect(await mayBeSaved(address, resolvesTo('8.8.8.8'))).toBe(false)
  },
)

test('a name of which one address is private may not be saved', async () => {
  const mixed = resolvesTo('8.8.8.8', '10.1.2.3')
  expect(await mayBeSaved('https://api.example.com', mixed)).toBe(false)
})

test.each([
  ['10.1.2.3', true],
  ['10.2.0.1', false],
  ['wiki.internal:8080', true],
  ['wiki.internal', false],
])('what is allowed on connecting may be saved: %s', async (host, isAllowed) => {
  const allowPrivate = parsePrivateHosts('10.1.0.0/16, wiki.internal:8080')
  const resolve = resolvesTo('192.168.0.1')
  const safe = createSafeFetch({ allowPrivate, resolve, allowedBy: 'THE_LIST' })
  const why = 'This address is in a private network. The operator may allow it with THE_LIST.'
  expect(await safe.whyRefused(`http://${host}/`)).toBe(isAllowed ? null : why)
  await safe.close()
})

test('what is refused on connecting is refused in the words of saving', async () => {
  const safe = createSafeFetch({ allowPrivate: false, allowedBy: 'THE_LIST' })
  const url = `http://127.0.0.1:${port}/`
  const error: unknown = await safe.fetch(url).catch((thrown: unknown) => thrown)
  const cause = error instanceof Error ? error.cause : undefined
  expect(cause).toMatchObject({ message: await safe.whyRefused(url) })
  await safe.close()
})
