import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWK } from 'jose'
import { compactVerify, CompactSign, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPageFetcher } from '../../platform/network/fetch-page.ts'
import { parsePrivateHosts } from '../../platform/network/private-hosts.ts'
import type { SignerKeysOptions } from './signer-keys.ts'
import { createSignerKeys, isUnknownKey, KeysUnavailable } from './signer-keys.ts'

let reads = 0
let answer: RequestListener
const server = createServer((request, response) => {
  reads += 1
  answer(request, response)
})
let port = 0
const secret = createServer((_, response) => response.end(JSON.stringify({ keys: [] })))
let secretReads = 0
secret.on('connection', () => (secretReads += 1))

const pairs = { first: await generateKeyPair('ES256'), second: await generateKeyPair('ES256') }
const publish =
  (...names: (keyof typeof pairs)[]): RequestListener =>
  async (_, response) => {
    const keys: JWK[] = []
    for (const kid of names) keys.push({ ...(await exportJWK(pairs[kid].publicKey)), kid })
    response.end(JSON.stringify({ keys }))
  }

const pages = createPageFetcher({
  allowPrivate: parsePrivateHosts('127.0.0.1'),
  userAgent: 'test',
})
const refusing = createPageFetcher({ allowPrivate: false, userAgent: 'test' })
const keysOf = (options: SignerKeysOptions = {}) =>
  createSignerKeys(pages.fetchPage, { timeoutMs: 500, restMs: 0, ...options })
const url = () => `http://127.0.0.1:${port}/keys`

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  secret.listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(secret, 'listening')])
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  reads = 0
  secretReads = 0
  answer = publish('first')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  secret.close()
  await pages.close()
  await refusing.close()
})

const sign = (kid: keyof typeof pairs) =>
  new CompactSign(Buffer.from('{}'))
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(pairs[kid].privateKey)

test('keys are read once, however many ask', async () => {
  const keys = keysOf()
  await Promise.all(Array.from({ length: 20 }, () => keys.find(url())))
  await keys.find(url())
  expect(reads).toBe(1)
})

test('an unknown key has them read again, and then it is known', async () => {
  const keys = keysOf()
  const before = await keys.find(url())
  answer = publish('first', 'second')
  const token = await sign('second')
  await expect(compactVerify(token, before)).rejects.toSatisfy(isUnknownKey)
  const after = await keys.find(url(), before)
  await compactVerify(token, after)
  await compactVerify(await sign('first'), after)
  expect(reads).toBe(2)
})

test('unknown keys have them read no more often than is allowed', async () => {
  const keys = keysOf({ restMs: 60_000 })
  const known = await keys.find(url())
  for (let times = 0; times < 50; times += 1) expect(await keys.find(url(), known)).toBe(known)
  expect(reads).toBe(1)
})

test('a key that was taken away is unknown once they are read again', async () => {
  const keys = keysOf({ freshMs: 0 })
  await compactVerify(await sign('first'), await keys.find(url()))
  answer = publish('second')
  await expect(compactVerify(await sign('first'), await keys.find(url()))).rejects.toSatisfy(
    isUnknownKey,
  )
})

const FAULTS: [name: string, listener: RequestListener][] = [
  ['hangs', () => undefined],
  ['hangs in the middle', (_, response) => void response.write('{"keys":[')],
  ['is an error', (_, response) => response.writeHead(500).end('{"keys":[]}')],
  ['is no JSON', (_, response) => response.end('<html>')],
  ['has no list of keys', (_, response) => response.end('{"keys":{}}')],
  [
    'has too many keys',
    (_, response) =>
      response.end(JSON.stringify({ keys: Array.from({ length: 51 }, () => ({ kty: 'EC' })) })),
  ],
  [
    'is larger than 100 kB',
    (_, response) => response.end(JSON.stringify({ keys: [], more: 'x'.repeat(100_000) })),
  ],
  [
    'redirects to a private address',
    (_, response) => {
      const location = `http://127.0.0.2:${(secret.address() as AddressInfo).port}/`
      response.writeHead(302, { location }).end()
    },
  ],
  [
    'redirects to keys',
    (request, response) => {
      if (request.url === '/keys') response.writeHead(302, { location: '/other' }).end()
      else publish('first')(request, response)
    },
  ],
  ['redirects to itself', (_, response) => response.writeHead(302, { location: '/keys' }).end()],
]

test.each(FAULTS)('what %s gives no keys, and takes none away for a while', async (_, listener) => {
  const keys = keysOf({ freshMs: 0 })
  answer = listener
  await expect(keys.find(url())).rejects.toThrow(KeysUnavailable)
  answer = publish('first')
  const known = await keys.find(url())
  answer = listener
  expect(await keys.find(url())).toBe(known)
  expect(secretReads).toBe(0)
})

test('keys that cannot be read for long are no longer used', async () => {
  const keys = keysOf({ freshMs: 0, staleMs: 0 })
  await keys.find(url()).catch(() => undefined)
  answer = (_, response) => response.writeHead(500).end()
  await expect(keys.find(url())).rejects.toThrow(KeysUnavailable)
})

test('an address that hangs is asked again only after a while', async () => {
  answer = () => undefined
  const keys = keysOf({ restMs: 60_000, timeoutMs: 100 })
  await expect(keys.find(url())).rejects.toThrow(KeysUnavailable)
  await expect(keys.find(url())).rejects.toThrow(KeysUnavailable)
  expect(reads).toBe(1)
})

test('a private address is not asked at all', async () => {
  const keys = createSignerKeys(refusing.fetchPage)
  await expect(keys.find(url())).rejects.toThrow(KeysUnavailable)
  expect(reads).toBe(0)
})
