import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import type { SteeredEmbeddings } from '../support/acceptance.ts'
import { steeredBy } from '../support/acceptance.ts'
import { answering, writtenBy } from '../support/answering.ts'
import { ask, readText } from '../support/ask.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import type { TestSocket } from '../support/network/socket.ts'
import { connectSocket, openSocket } from '../support/network/socket.ts'
import { makeVerifies } from '../support/verifies.ts'
import { createPair, lookAlike, withTypo } from './support/client-keys.ts'
import { send, SOME_ID } from './support/wire.ts'

// Some start a service of their own.
const test = answering().test.extend('docs', { scope: 'file' }, async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  return knowledge
})
const verifies = makeVerifies(test)

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

verifies('websocket.close-4400', async ({ service, docs }) => {
  const key = { client_key: docs.clientKey }
  const init = { type: 'init', ...key }
  const bad: [when: 'before init' | 'after', message: string | Buffer][] = [
    ['before init', 'hello'],
    ['before init', '[]'],
    ['before init', 'null'],
    ['before init', JSON.stringify({ type: 'ask', id: '1', query })],
    ['before init', JSON.stringify({ type: 'ping' })],
    ['before init', JSON.stringify({ type: 'init' })],
    ['before init', JSON.stringify({ ...init, client_id: 'fnc_x', client_secret: 'fns_x' })],
    ['before init', JSON.stringify({ type: 'init', client_id: 'fnc_half' })],
    ['before init', JSON.stringify({ ...init, workspace_id: SOME_ID })],
    ['after', '{"type":'],
    ['after', JSON.stringify(init)],
    ['after', JSON.stringify({ type: 'shutdown' })],
    ['after', JSON.stringify({ type: 'ask', query })],
    ['after', JSON.stringify({ type: 'ask', id: '', query })],
    ['after', JSON.stringify({ type: 'ask', id: 'x'.repeat(101), query })],
    ['after', JSON.stringify({ type: 'ask', id: 7, query })],
    ['after', JSON.stringify({ type: 'cancel' })],
    ['after', JSON.stringify({ type: 'ping', padding: 'x' })],
    ['after', Buffer.from(JSON.stringify({ type: 'ping' }))],
  ]
  for (const [when, message] of bad) {
    await using socket = await (when === 'after'
      ? openSocket(service, docs.knowledgeBaseId, key)
      : connectSocket(service, docs.knowledgeBaseId))
    socket.raw.send(message)
    const closed = await socket.closed
    expect(closed, `${when}: ${String(message)}`).toEqual({ code: 4400, reason: 'BAD_REQUEST' })
    expect(socket.messages.filter(({ type }) => type !== 'ready')).toEqual([])
  }
})

verifies(
  'websocket.close-4400',
  'An id that is in use already is a bad message: its answers could not be told apart',
  async ({ service, model, docs }) => {
    model.answer(() => says(TEXT, { delayMs: 100 }))
    await using socket = await openSocket(service, docs.knowledgeBaseId, {
      client_key: docs.clientKey,
    })
    for (const _ of [1, 2]) socket.send({ type: 'ask', id: 'same', query })
    expect(await socket.closed).toMatchObject({ code: 4400 })
  },
)

test('a message of more than 256 KiB closes the connection with 1009', async ({
  service,
  docs,
}) => {
  await using socket = await openSocket(service, docs.knowledgeBaseId, {
    client_key: docs.clientKey,
  })
  socket.send({ type: 'ask', id: '1', query: 'x'.repeat(300 * 1024) })
  expect(await socket.closed).toMatchObject({ code: 1009 })
})

verifies('websocket.close-4401', async ({ service, docs }) => {
  const pair = await createPair(service, docs.knowledgeBaseId)
  const other = await createKnowledge(service)
  const id = pair['x-client-id']
  const wrong: [reason: string, knowledgeBaseId: string, key: object][] = [
    ['UNAUTHORIZED', docs.knowledgeBaseId, { client_key: lookAlike('fnp') }],
    ['UNAUTHORIZED', docs.knowledgeBaseId, { client_key: withTypo(docs.clientKey) }],
    ['UNAUTHORIZED', docs.knowledgeBaseId, { client_key: '' }],
    ['UNAUTHORIZED', docs.knowledgeBaseId, { client_key: pair['x-client-secret'] }],
    ['UNAUTHORIZED', docs.knowledgeBaseId, { client_id: id, client_secret: lookAlike('fns') }],
    ['UNAUTHORIZED', docs.knowledgeBaseId, { client_id: docs.clientKey, client_secret: id }],
    ['FORBIDDEN', other.knowledgeBaseId, { client_key: docs.clientKey }],
    ['FORBIDDEN', SOME_ID, { client_key: docs.clientKey }],
    ['FORBIDDEN', 'not-an-id', { client_key: docs.clientKey }],
  ]
  for (const [reason, knowledgeBaseId, key] of wrong) {
    await using socket = await connectSocket(service, knowledgeBaseId, {
      // Headers are not read: a socket has one way to show a key.
      headers: { 'x-client-key': docs.clientKey },
    })
    socket.send({ type: 'init', ...key })
    expect(await socket.closed, JSON.stringify(key)).toEqual({ code: 4401, reason })
    expect(socket.messages).toEqual([])
  }
})

verifies('websocket.close-4408', async ({ service, docs }) => {
  const started = performance.now()
  await using silent = await connectSocket(service, docs.knowledgeBaseId)
  await using patient = await openSocket(service, docs.knowledgeBaseId, {
    client_key: docs.clientKey,
  })
  expect(await silent.closed).toMatchObject({ code: 4408 })
  expect(performance.now() - started).toBeGreaterThan(9_900)
  expect(performance.now() - started).toBeLessThan(20_000)
  patient.send({ type: 'ping' })
  await patient.next(({ type }) => type === 'pong')
})

test('a revoked key is refused within 5 s on a connection that it had opened', async ({
  service,
  model,
  docs,
}) => {
  model.answer(() => says(TEXT))
  const { knowledgeBaseId } = docs
  const clientKey = await createPublicKey(service.admin, knowledgeBaseId)
  await using socket = await openSocket(service, knowledgeBaseId, { client_key: clientKey })
  expect((await socket.ask('0', { query })).refused).toBe(null)
  const { keys } = await service.admin.keys.list(knowledgeBaseId)
  const last = keys.toSorted((a, b) => a.id.localeCompare(b.id)).at(-1)
  await service.admin.keys.revoke(knowledgeBaseId, last?.id ?? '')
  const revokedAtMs = performance.now()
  let refused = null
  for (let id = 1; refused === null && performance.now() < revokedAtMs + 4_900; id += 1) {
    refused = (await socket.ask(String(id), { query })).refused
    await sleep(50)
  }
  expect(refused).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await socket.closed).toEqual({ code: 4401, reason: 'UNAUTHORIZED' })
})

type Servers = {
  database: { ownerUrl: string }
  embeddings: SteeredEmbeddings
  model: Pick<ModelServer, 'url'>
}

const startStrict = (
  { database, embeddings, model }: Servers,
  limits: Record<string, string>,
): Promise<Service> =>
  startService({
    databaseUrl: database.ownerUrl,
    command: 'api',
    env: { ...steeredBy(embeddings), ...writtenBy(model), ...limits },
  })

verifies(
  'websocket.close-4429',
  'More connections of a key, more messages and more tries than allowed close with 4429',
  async ({ docs, model, database, embeddings }) => {
    model.answer(() => says(TEXT))
    await using strict = await startStrict(
      { database, embeddings, model },
      {
        MAX_SOCKETS_PER_KEY: '2',
        MAX_SOCKETS: '4',
        RATE_LIMIT_PER_ADDRESS: '12',
      },
    )
    const key = { client_key: docs.clientKey }
    const open: TestSocket[] = []
    for (const _ of [1, 2]) open.push(await openSocket(strict, docs.knowledgeBaseId, key))
    const tooMany = { code: 4429, reason: 'RATE_LIMITED' }
    await using third = await connectSocket(strict, docs.knowledgeBaseId)
    third.send({ type: 'init', ...key })
    expect(await third.closed).toEqual(tooMany)
    // Two that have not shown a key yet, and there is no room in the process.
    for (const _ of [1, 2]) open.push(await connectSocket(strict, docs.knowledgeBaseId))
    await using fifth = await connectSocket(strict, docs.knowledgeBaseId)
    expect(await fifth.closed).toEqual(tooMany)
    open.pop()?.raw.terminate()
    await sleep(100)
    // One goes, and another of the key has room.
    open.shift()?.raw.terminate()
    await sleep(100)
    await using fourth = await openSocket(strict, docs.knowledgeBaseId, key)
    expect((await fourth.ask('1', { query })).refused).toBe(null)
    // Messages of any kind.
    for (let sent = 0; sent < 250; sent += 1) fourth.send({ type: 'ping' })
    expect(await fourth.closed).toEqual(tooMany)
    expect(fourth.messages.filter(({ type }) => type === 'pong').length).toBeLessThan(200)
    // And guesses from one address.
    let last = 0
    for (let guesses = 0; last !== 4429 && guesses < 15; guesses += 1) {
      await using guess = await connectSocket(strict, docs.knowledgeBaseId)
      guess.send({ type: 'init', client_key: lookAlike('fnp') })
      last = (await guess.closed).code
      expect([4401, 4429]).toContain(last)
    }
    expect(last).toBe(4429)
    for (const socket of open) socket.raw.terminate()
  },
)

test('a key’s questions count together, over HTTP and over a connection', async ({
  docs,
  model,
  database,
  embeddings,
}) => {
  model.answer(() => says(TEXT))
  await using strict = await startStrict(
    { database, embeddings, model },
    { RATE_LIMIT_PER_KEY: '4' },
  )
  // The connection itself is the first.
  await using socket = await openSocket(strict, docs.knowledgeBaseId, {
    client_key: docs.clientKey,
  })
  expect(readText(await socket.ask('1', { query }))).toBe(TEXT)
  expect(readText(await ask(strict, docs, { query }))).toBe(TEXT)
  expect(readText(await socket.ask('2', { query }))).toBe(TEXT)
  const before = model.requests.length
  const { refused } = await socket.ask('3', { query })
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
  expect(refused?.retry_after_seconds).toBeGreaterThan(0)
  expect((await ask(strict, docs, { query })).status).toBe(429)
  expect(model.requests.length).toBe(before)
})

test('a service full of requests refuses a question over a connection too', async ({
  docs,
  model,
  database,
  embeddings,
}) => {
  model.answer(() => says(TEXT))
  await using small = await startStrict({ database, embeddings, model }, { MAX_OPEN_REQUESTS: '2' })
  const key = { client_key: docs.clientKey }
  await using socket = await openSocket(small, docs.knowledgeBaseId, key)
  await using idle = await openSocket(small, docs.knowledgeBaseId, key)
  const before = model.requests.length
  model.answer(() => hangs('One moment'))
  for (const id of ['1', '2']) socket.send({ type: 'ask', id, query })
  // The order between two connections is not fixed: both questions must hold their places first.
  await expect.poll(() => model.requests.length).toBe(before + 2)
  const { refused } = await idle.ask('3', { query })
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', retry_after_seconds: 1 })
  expect((await ask(small, docs, { query })).status).toBe(429)
  model.answer(() => says(TEXT))
  for (const id of ['1', '2']) socket.send({ type: 'cancel', id })
  await expect
    .poll(() => socket.messages.filter((message) => 'error_code' in message))
    .toHaveLength(2)
  expect((await idle.ask('4', { query })).refused).toBe(null)
  expect((await send(small, '/metrics')).text).toMatch(/^footnote_websocket_connections 2$/m)
})
