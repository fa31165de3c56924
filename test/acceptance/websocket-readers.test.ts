import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import type { SteeredEmbeddings } from '../support/acceptance.ts'
import { steeredBy } from '../support/acceptance.ts'
import { answering, writtenBy } from '../support/answering.ts'
import { takeLast, readText } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { openSocket } from '../support/network/socket.ts'

// Each waits until a limit is exceeded.
const { test } = answering()

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

async function createDocs(service: Service) {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  return knowledge
}

const PIECE = 'x'.repeat(50_000)
const PIECES = 1_200
/** What the kernel buffers for the two connections; our own buffer is far smaller. */
const MAX_BYTES_UNDER_WAY = 30_000_000

test('a client that reads nothing slows its models down and is disconnected after 20 s; others are served', async ({
  service,
  model,
}) => {
  const docs = await createDocs(service)
  const key = { client_key: docs.clientKey }
  await using slow = await openSocket(service, docs.knowledgeBaseId, key)
  await using quick = await openSocket(service, docs.knowledgeBaseId, key)
  const flood = says(Array.from({ length: PIECES }, () => PIECE))
  model.script(flood, flood)
  slow.raw.pause()
  const from = model.requests.length
  for (const id of ['1', '2']) slow.send({ type: 'ask', id, query })
  await expect.poll(() => model.requests.length).toBe(from + 2)
  const floods = model.requests.slice(from)
  const sent = () => floods.reduce((sum, { sentPieces }) => sum + sentPieces, 0)
  await until(async () => {
    const before = sent()
    await sleep(3_000)
    return before > 0 && sent() === before
  })
  expect(sent() * PIECE.length).toBeLessThan(MAX_BYTES_UNDER_WAY)
  model.answer(() => says(TEXT))
  expect(readText(await quick.ask('1', { query }))).toBe(TEXT)
  await until(async () =>
    floods.every(({ closedByClientAtMs }) => closedByClientAtMs !== undefined),
  )
  slow.raw.resume()
  expect(await slow.closed).toEqual({ code: 4429, reason: 'SLOW_READER' })
  const ends = slow.messages.filter((message) => 'error_code' in message)
  expect(ends).toMatchObject([
    { error_code: 'cancelled', retryable: true },
    { error_code: 'cancelled', retryable: true },
  ])
  expect(readText(await quick.ask('2', { query }))).toBe(TEXT)
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(200)
}

test('a client that answers no ping is disconnected within a minute; others are served', async ({
  service,
  model,
}) => {
  const docs = await createDocs(service)
  await using alive = await openSocket(service, docs.knowledgeBaseId, {
    client_key: docs.clientKey,
  })
  const dead = await speakByHand(service, docs.knowledgeBaseId)
  dead.write(toFrame(JSON.stringify({ type: 'init', client_key: docs.clientKey })))
  await once(dead, 'data')
  const started = performance.now()
  // It reads, so nothing stalls; but it never says anything.
  await once(dead.resume(), 'close')
  const seconds = (performance.now() - started) / 1000
  expect(seconds).toBeGreaterThan(29)
  expect(seconds).toBeLessThan(75)
  model.answer(() => says(TEXT))
  expect(readText(await alive.ask('1', { query }))).toBe(TEXT)
})

/** A WebSocket client that does only what it is told to. */
async function speakByHand({ baseUrl }: Service, knowledgeBaseId: string): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `GET /api/v1/public/knowledge-bases/${knowledgeBaseId}/ws HTTP/1.1\r\nhost: a\r\n` +
      'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
      `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  )
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 101 /)
  return socket
}

/** A masked text frame of less than 126 bytes. */
function toFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  expect(payload.length).toBeLessThan(126)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

type Servers = { databaseUrl: string; embeddings: SteeredEmbeddings; model: ModelServer }

const startWith = ({ databaseUrl, embeddings, model }: Servers, drainSeconds: number) =>
  startService({
    databaseUrl,
    env: {
      ...steeredBy(embeddings),
      ...writtenBy(model),
      DRAIN_SECONDS: String(drainSeconds),
    },
  })

test('on SIGTERM it closes idle connections at once and busy ones after their answers, with 1012', async ({
  database,
  embeddings,
  model,
}) => {
  const servers = { databaseUrl: database.ownerUrl, embeddings, model }
  await using service = await startWith(servers, 30)
  const docs = await createDocs(service)
  const key = { client_key: docs.clientKey }
  model.answer(() => says(TEXT, { delayMs: 500 }))
  const idle = await openSocket(service, docs.knowledgeBaseId, key)
  const busy = await openSocket(service, docs.knowledgeBaseId, key)
  const answers = ['1', '2'].map((id) => busy.ask(id, { query }))
  await busy.next((message) => 'delta' in message)
  const stopped = service.stop()
  expect(await idle.closed).toMatchObject({ code: 1012 })
  const late = await busy.ask('late', { query })
  expect(late.refused).toMatchObject({ code: 'UNAVAILABLE', retryable: true })
  for (const answered of await Promise.all(answers)) {
    expect(takeLast(answered).done).toBe(true)
    expect(readText(answered)).toBe(TEXT)
  }
  expect(await busy.closed).toMatchObject({ code: 1012 })
  expect(await stopped).toBe(0)
})

test('an answer that outlasts the drain time ends with a frame that says so, then 1012', async ({
  database,
  embeddings,
  model,
}) => {
  const servers = { databaseUrl: database.ownerUrl, embeddings, model }
  await using service = await startWith(servers, 2)
  const docs = await createDocs(service)
  const socket = await openSocket(service, docs.knowledgeBaseId, { client_key: docs.clientKey })
  model.script(hangs('Reset '))
  const answered = socket.ask('1', { query })
  await socket.next((message) => 'delta' in message)
  const stopped = service.stop()
  const { frames } = await answered
  expect(frames.at(-1)).toMatchObject({ error_code: 'unavailable', retryable: true })
  expect(await socket.closed).toMatchObject({ code: 1012 })
  expect(await stopped).toBe(0)
})
