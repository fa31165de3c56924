import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { createPair } from './support/client-keys.ts'
import { publicPath, send, sendSearch } from './support/wire.ts'

const PER_KEY = 60
const PER_ADDRESS = 25

/** The tests act as the proxy and set the client's address. */
const { test } = acceptance({
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_PER_KEY: String(PER_KEY),
  RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS),
})

type From = { service: Service; knowledge: Knowledge; address: string }

const ask = ({ service, knowledge, address }: From, query = 'wharf') =>
  send(service, publicPath(knowledge.knowledgeBaseId, 'search'), {
    json: { query },
    headers: { 'x-client-key': knowledge.clientKey, 'x-forwarded-for': address },
  })

/** How many requests an address can make before it is refused. */
async function takeAll(from: From): Promise<number> {
  let taken = 0
  let reply = await ask(from)
  for (; reply.status === 200; reply = await ask(from)) taken += 1
  expect(reply.status).toBe(429)
  return taken
}

test('two greedy addresses do not block a key for a third', async ({ service, knowledge }) => {
  const first = await takeAll({ service, knowledge, address: '203.0.113.1' })
  const second = await takeAll({ service, knowledge, address: '203.0.113.2' })
  expect([first, second]).toEqual([PER_ADDRESS, PER_KEY / 2 - PER_ADDRESS])
  for (let reader = 10; reader < 20; reader += 1) {
    const address = `203.0.113.${reader}`
    expect((await ask({ service, knowledge, address })).status, address).toBe(200)
  }
  // What remains for an address, out of the key's limit.
  const reply = await ask({ service, knowledge, address: '203.0.113.30' })
  expect(reply.headers.get('ratelimit-limit')).toBe(String(PER_KEY))
  expect(reply.headers.get('ratelimit-remaining')).toBe('0')
})

test('a secret pair shares its limit with nobody', async ({ service, knowledge }) => {
  const headers = await createPair(service, knowledge.knowledgeBaseId)
  const path = publicPath(knowledge.knowledgeBaseId, 'suggested-questions')
  for (let count = 0; count < PER_KEY; count += 1) {
    expect((await send(service, path, { headers })).status).toBe(200)
  }
  expect((await send(service, path, { headers })).status).toBe(429)
})

test('an IPv6 network and an IPv4 address are one address each, however they are written', async ({
  service,
  knowledge,
}) => {
  const from = (address: string) => ask({ service, knowledge, address })
  for (let host = 1; host <= PER_ADDRESS; host += 1) {
    expect((await from(`2001:db8:0:7:${host}::${host}`)).status).toBe(200)
  }
  expect((await from('2001:0DB8::7:ffff:0:0:1')).status).toBe(429)
  expect((await from('2001:db8:0:8::1')).status).toBe(200)
  const path = publicPath(knowledge.knowledgeBaseId, 'suggested-questions')
  const wrong = { 'x-client-key': 'nonsense' }
  const guess = (address: string) =>
    send(service, path, { headers: { ...wrong, 'x-forwarded-for': address } })
  for (let count = 0; count < PER_ADDRESS; count += 1) {
    expect((await guess(count % 2 ? '203.0.113.77' : '::ffff:203.0.113.77')).status).toBe(401)
  }
  expect((await guess('::ffff:cb00:714d')).status).toBe(429)
})

test('addresses that a client itself puts into X-Forwarded-For do not count', async ({
  service,
  knowledge,
}) => {
  for (let count = 0; count < PER_ADDRESS; count += 1) {
    const address = `198.51.100.${count}, 203.0.113.99`
    expect((await ask({ service, knowledge, address })).status).toBe(200)
  }
  const reply = await ask({ service, knowledge, address: '198.51.100.200, 203.0.113.99' })
  expect(reply.status).toBe(429)
})

test('a long query counts once for every 500 characters', async ({ service, knowledge }) => {
  const left = async (query: string, address: string) => {
    const reply = await ask({ service, knowledge, address }, query)
    return { status: reply.status, left: Number(reply.headers.get('ratelimit-remaining')) }
  }
  const common = PER_KEY / 2
  expect(await left('w'.repeat(500), '203.0.113.41')).toEqual({ status: 200, left: common - 1 })
  expect(await left('é'.repeat(501), '203.0.113.42')).toEqual({ status: 200, left: common - 3 })
  expect(await left('w'.repeat(4_000), '203.0.113.43')).toEqual({ status: 200, left: common - 11 })
  expect(await left('w'.repeat(4_000), '203.0.113.43')).toEqual({ status: 200, left: common - 19 })
  expect(await left('w'.repeat(4_000), '203.0.113.43')).toEqual({ status: 200, left: common - 27 })
  // 24 of the 25 of its address are gone.
  expect((await left('w'.repeat(501), '203.0.113.43')).status).toBe(429)
  const plain = await sendSearch(service, knowledge, { query: 'wharf' })
  expect(plain.status).toBe(200)
})
