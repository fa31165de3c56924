import type { ChatFrame } from '@footnote/contract/public/chat'
import { createClient, FootnoteError } from '@footnote/client'
import { expect } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import { steeredBy } from '../support/acceptance.ts'
import { answering, writtenBy } from '../support/answering.ts'
import { freePort } from '../support/network/free-port.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { createPair, lookAlike } from './support/client-keys.ts'
import { send } from './support/wire.ts'

const test = answering().test.extend('docs', { scope: 'file' }, async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  return knowledge
})

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

/** Counts the connections it opens. */
function counted() {
  const opened: WebSocket[] = []
  class Counted extends WebSocket {
    constructor(url: string | URL) {
      super(url)
      opened.push(this)
    }
  }
  return { WebSocket: Counted, opened }
}

async function collect(frames: AsyncIterable<ChatFrame>): Promise<ChatFrame[]> {
  const all = []
  for await (const frame of frames) all.push(frame)
  return all
}

const findFailure = (frames: AsyncIterable<ChatFrame>): Promise<unknown> =>
  collect(frames).then(
    () => null,
    (error: unknown) => error,
  )

test('`ask` yields the same frames over a socket as over a stream', async ({
  service,
  model,
  docs,
}) => {
  model.answer(() => says(TEXT))
  const { baseUrl } = service
  const { 'x-client-id': clientId, 'x-client-secret': clientSecret } = await createPair(
    service,
    docs.knowledgeBaseId,
  )
  const stored = { thread_id: 'some', message_id: 'some' }
  const comparable = (frames: ChatFrame[]) =>
    frames.map((frame) => ('thread_id' in frame ? { ...frame, ...stored } : frame))
  const wanted = comparable(await collect(docs.client.ask({ query })))
  for (const credential of [{ clientKey: docs.clientKey }, { clientId, clientSecret }]) {
    const client = createClient({
      baseUrl: `${baseUrl}/`,
      credential,
      knowledgeBaseId: docs.knowledgeBaseId,
      transport: 'websocket',
    })
    expect(comparable(await collect(client.ask({ query })))).toEqual(wanted)
    const whole = []
    for await (const answer of client.askText({ query })) whole.push(answer)
    expect(whole.at(-1)).toMatchObject({ text: TEXT, status: 'done', threadId: expect.any(String) })
    client.close()
  }
})

test('several questions share one connection, and cancelling one stops only that one', async ({
  service,
  model,
  docs,
}) => {
  const { WebSocket, opened } = counted()
  const client = createClient({
    baseUrl: service.baseUrl,
    credential: { clientKey: docs.clientKey },
    knowledgeBaseId: docs.knowledgeBaseId,
    transport: 'websocket',
    WebSocket,
  })
  model.answer(() => says(TEXT, { delayMs: 100 }))
  const from = model.requests.length
  model.script(hangs('Reset '), hangs('Reset '))
  const leave = new AbortController()
  const abandoned = findFailure(client.ask({ query }, { signal: leave.signal }))
  await expect.poll(() => model.requests.length).toBe(from + 1)
  const broken = (async () => {
    for await (const frame of client.ask({ query })) if ('delta' in frame) break
  })()
  await expect.poll(() => model.requests.length).toBe(from + 2)
  const kept = collect(client.ask({ query }))
  await broken
  leave.abort(new Error('changed my mind'))
  expect(await abandoned).toMatchObject({ message: 'changed my mind' })
  expect((await kept).at(-1)).toMatchObject({ done: true })
  await expect
    .poll(() => model.requests.slice(from, from + 2).map((each) => each.closedByClientAtMs))
    .toEqual([expect.any(Number), expect.any(Number)])
  expect(opened).toHaveLength(1)
  client.close()
})

test('a refusal over a socket is the same error as over HTTP', async ({ service, docs }) => {
  const { baseUrl } = service
  const wrong: [object, { query: string; group_ids?: string[] }][] = [
    [{ clientKey: docs.clientKey }, { query: ' ' }],
    [{ clientKey: docs.clientKey }, { query, group_ids: ['nobody’s'] }],
    [{ clientKey: lookAlike('fnp') }, { query }],
  ]
  for (const [credential, body] of wrong) {
    const options = {
      baseUrl,
      credential: credential as { clientKey: string },
      knowledgeBaseId: docs.knowledgeBaseId,
    }
    const overHttp = await findFailure(createClient(options).ask(body))
    const client = createClient({ ...options, transport: 'websocket' })
    const overSocket = await findFailure(client.ask(body))
    expect(overHttp).toBeInstanceOf(FootnoteError)
    const { status, code, message, retryable, details } = overHttp as FootnoteError
    expect(overSocket).toMatchObject({ status, code, message, retryable, details })
    client.close()
  }
  const other = await createKnowledge(service)
  const foreign = createClient({
    baseUrl,
    credential: { clientKey: docs.clientKey },
    knowledgeBaseId: other.knowledgeBaseId,
    transport: 'websocket',
  })
  expect(await findFailure(foreign.ask({ query }))).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  })
})

test('after a restart the next question opens a new connection by itself', async ({
  database,
  embeddings,
  model,
  docs,
}) => {
  model.answer(() => says(TEXT))
  const port = await freePort()
  const env = { ...steeredBy(embeddings), ...writtenBy(model), PORT: String(port) }
  const start = () => startService({ databaseUrl: database.ownerUrl, command: 'api', env })
  const { WebSocket, opened } = counted()
  const first = await start()
  const client = createClient({
    baseUrl: first.baseUrl,
    credential: { clientKey: docs.clientKey },
    knowledgeBaseId: docs.knowledgeBaseId,
    transport: 'websocket',
    WebSocket,
  })
  expect((await collect(client.ask({ query }))).at(-1)).toMatchObject({ done: true })
  expect(await first.stop()).toBe(0)
  expect(await findFailure(client.ask({ query }))).toMatchObject({
    code: 'NETWORK',
    retryable: true,
  })
  await using _second = await start()
  expect((await collect(client.ask({ query }))).at(-1)).toMatchObject({ done: true })
  expect(opened.length).toBeGreaterThanOrEqual(2)
  client.close()
})

test('a silent service is detected, but a slow model is waited for', async ({
  service,
  model,
  docs,
}) => {
  const client = createClient({
    baseUrl: service.baseUrl,
    credential: { clientKey: docs.clientKey },
    knowledgeBaseId: docs.knowledgeBaseId,
    transport: 'websocket',
  })
  model.script(says(TEXT, { delayMs: 700 }))
  // Pings are answered meanwhile, so a silent model is not mistaken for a silent service.
  const frames = await collect(client.ask({ query }, { timeoutMs: 500 }))
  expect(frames.at(-1)).toMatchObject({ done: true })
  model.script(hangs('Reset '))
  const silenced = findFailure(client.ask({ query }, { timeoutMs: 2_000 }))
  await expect.poll(async () => (await send(service, '/healthz')).status).toBe(200)
  service.process.kill('SIGSTOP')
  try {
    expect(await silenced).toMatchObject({ code: 'TIMEOUT', retryable: true })
  } finally {
    service.process.kill('SIGCONT')
    client.close()
  }
})
