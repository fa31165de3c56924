import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { publicPath, send, sendSearch } from '../acceptance/support/wire.ts'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import type { SlowClient } from '../support/chaos/slow-clients.ts'
import { beginRequest, connectSlowly, dripTo } from '../support/chaos/slow-clients.ts'

const PLACES = 20
const PER_ADDRESS = 10
const SIZE =
  process.env['CHAOS'] === 'full'
    ? { addresses: 100, silent: 500, rounds: 20 }
    : { addresses: 5, silent: 500, rounds: 3 }
/** Twice `UNREAD_RESPONSE_MS`, and some. */
const UNREAD_GIVEN_UP_MS = 45_000
/** Silent connections may take this long to be closed, and slow bodies too. */
const CLOSED_WITHIN_MS = 60_000

const { test } = acceptance({
  MAX_OPEN_REQUESTS: String(PLACES),
  MAX_OPEN_REQUESTS_PER_ADDRESS: String(PER_ADDRESS),
  // So that requests can come from many addresses.
  TRUST_PROXY: 'true',
})

const from = (address: string) => ({ 'x-forwarded-for': address })

async function connectMany(service: Service, count: number): Promise<SlowClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => connectSlowly(service)))
  onTestFinished(() => {
    for (const { socket } of clients) socket.destroy()
  })
  return clients
}

async function placesTaken(service: Service): Promise<number> {
  const { text } = await send(service, '/metrics')
  return Number(/^footnote_http_open_requests (\d+)$/m.exec(text)?.[1])
}

/** As many as one address may have open, each with a body that does not end. */
async function sendSlowly(
  service: Service,
  { knowledgeBaseId, clientKey }: Knowledge,
  address: string,
): Promise<SlowClient[]> {
  const clients = await connectMany(service, PER_ADDRESS)
  const headers = {
    'x-client-key': clientKey,
    'content-type': 'application/json',
    // Answered when the request has arrived; only then is it certain to come before what follows.
    expect: '100-continue',
    ...from(address),
  }
  for (const client of clients) {
    const path = publicPath(knowledgeBaseId, 'search')
    beginRequest(client, { path, headers, contentLength: 10_000 })
  }
  const hasArrived = ({ received }: SlowClient) => received().includes('100 Continue')
  await expect.poll(() => clients.every(hasArrived)).toBe(true)
  // Taken while their key is looked at, and set down.
  await expect.poll(() => placesTaken(service)).toBe(0)
  return clients
}

/** More responses than the kernel keeps for a client that takes none of them. */
async function askWithoutReading(service: Service) {
  const [client] = await connectMany(service, 1)
  if (!client) throw new Error('There is one')
  const { text } = await send(service, '/openapi.json')
  const count = Math.ceil((32 * 1024 * 1024) / text.length)
  client.socket.pause()
  client.socket.write('GET /openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'.repeat(count))
  return { ...client, count }
}

test('slow senders keep no reader out, and are cut off as silent and unread connections are', async ({
  service,
  knowledge,
}) => {
  const started = performance.now()
  const unread = await askWithoutReading(service)
  const silent = await connectMany(service, SIZE.silent)
  const slow: SlowClient[] = []
  for (let at = 0; at < SIZE.addresses; at += 1) {
    slow.push(...(await sendSlowly(service, knowledge, `192.0.2.${at}`)))
  }
  using _drip = dripTo(slow)
  expect(slow.length).toBeGreaterThan(2 * PLACES)
  for (let round = 0; round < SIZE.rounds; round += 1) {
    const { status } = await sendSearch(service, knowledge, { query: 'tarn' })
    expect(status).toBe(200)
    expect((await send(service, '/readyz')).status).toBe(200)
    await sleep(200)
  }
  const all = [...silent, ...slow]
  await expect
    .poll(() => all.filter(({ isClosed }) => !isClosed()).length, { timeout: CLOSED_WITHIN_MS })
    .toBe(0)
  expect(performance.now() - started).toBeLessThan(CLOSED_WITHIN_MS)
  // A client that was just sending when it was cut off may be reset before it reads why.
  const told = slow.filter(({ isReset }) => !isReset())
  expect(told.length).toBeGreaterThan(0)
  for (const { received } of told) {
    expect(received()).toContain('HTTP/1.1 408 Request Timeout')
    expect(received()).toContain('"code":"REQUEST_TIMEOUT"')
  }
  await sleep(started + UNREAD_GIVEN_UP_MS - performance.now())
  // What the kernel kept is read, and nothing follows.
  unread.socket.resume()
  await expect.poll(unread.isClosed, { timeout: CLOSED_WITHIN_MS }).toBe(true)
  expect(unread.received().split('HTTP/1.1 200 OK').length).toBeLessThan(unread.count)
})

test('a refused request that is never ended does not keep its connection', async ({
  service,
  knowledge,
}) => {
  const [client] = await connectMany(service, 1)
  if (!client) throw new Error('There is one')
  const path = publicPath(knowledge.knowledgeBaseId, 'search')
  beginRequest(client, { path, headers: { 'x-client-key': 'wrong' }, contentLength: 10_000 })
  using _drip = dripTo([client])
  await expect.poll(client.received).toContain('HTTP/1.1 401 ')
  await expect.poll(client.isClosed, { timeout: CLOSED_WITHIN_MS }).toBe(true)
})

test('one address holds only so many open requests, and its whole /64 counts', async ({
  service,
  knowledge,
}) => {
  const search = (address: string) =>
    sendSearch(service, knowledge, { query: 'tarn' }, from(address))
  const slow = await sendSlowly(service, knowledge, '2001:db8:7:7::1')
  await expect.poll(async () => (await search('2001:db8:7:7::2')).status).toBe(429)
  const refused = await search('2001:db8:7:7:ffff::1')
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', retryable: true } })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('ratelimit-limit')).toBe(String(PER_ADDRESS))
  expect((await search('2001:db8:7:8::1')).status).toBe(200)
  for (const { socket } of slow) socket.destroy()
  await expect.poll(async () => (await search('2001:db8:7:7::2')).status).toBe(200)
})

test('/readyz says so while nobody is let in, and when readers are again', async ({
  service,
  knowledge,
  embeddings,
}) => {
  const isReady = async () => {
    await sendSearch(service, knowledge, { query: 'tarn' }, from('192.0.2.200'))
    return (await send(service, '/readyz')).status
  }
  // Its vector is remembered, so from here on it waits for nothing but to be let in.
  expect(await isReady()).toBe(200)
  embeddings.delay(600_000)
  const leaving = new AbortController()
  const { knowledgeBaseId, clientKey } = knowledge
  const held = Array.from({ length: PLACES }, (_, at) =>
    fetch(service.baseUrl + publicPath(knowledgeBaseId, 'search'), {
      method: 'POST',
      headers: {
        'x-client-key': clientKey,
        'content-type': 'application/json',
        ...from(`192.0.2.${at}`),
      },
      body: JSON.stringify({ query: `mere ${at}` }),
      signal: leaving.signal,
    }).catch(() => 'left'),
  )
  // Before that, the question below could take the place of one of them.
  await expect.poll(() => placesTaken(service), { interval: 50 }).toBe(PLACES)
  await expect.poll(isReady, { interval: 500 }).toBe(503)
  expect((await send(service, '/healthz')).status).toBe(200)
  leaving.abort()
  await Promise.all(held)
  embeddings.delay(0)
  await expect.poll(isReady).toBe(200)
})
