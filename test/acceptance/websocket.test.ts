import { FrameMessage } from '@footnote/contract/public/websocket'
import { expect } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { ask, getError, getIds, joinedDeltas, takeLast, readText } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { getFrames, openSocket } from '../support/network/socket.ts'
import { makeVerifies } from '../support/verifies.ts'
import { createPair } from './support/client-keys.ts'
import { PAGE } from './support/widget.ts'
import { send } from './support/wire.ts'

// On a busy machine the service starts slowly.
const test = sharingAnswers().test.extend('docs', { scope: 'file' }, async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: `${PAGE}/keys`, content: '# Keys\n\nReset a key under Settings.' },
    { url: `${PAGE}/limits`, content: '# Limits\n\nA key makes 1200 requests a minute.' },
  ])
  return knowledge
})
const verifies = makeVerifies(test)

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

verifies(
  ['websocket.path', 'websocket.init-with-public-key', 'websocket.init-with-secret-pair'],
  'A public key and a secret pair are each answered by `ready`, at the path of the knowledge base',
  async ({ service, docs }) => {
    const pair = await createPair(service, docs.knowledgeBaseId)
    const keys = [
      { client_key: docs.clientKey },
      { client_id: pair['x-client-id'], client_secret: pair['x-client-secret'] },
    ]
    for (const key of keys) {
      await using socket = await openSocket(service, docs.knowledgeBaseId, key)
      expect(socket.messages).toEqual([{ type: 'ready' }])
    }
    const plain = await send(service, `/api/v1/public/knowledge-bases/${docs.knowledgeBaseId}/ws`)
    expect(plain).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  },
)

verifies(
  ['websocket.same-answers', 'websocket.ask', 'websocket.frames'],
  'A question over a connection gets the frames that it gets over HTTP, each with its type and id',
  async ({ service, model, docs }) => {
    model.answer(() => says(TEXT))
    await using socket = await openSocket(service, docs.knowledgeBaseId, {
      client_key: docs.clientKey,
    })
    const body = { query, top_k: 5, user: { id: 'reader-7' } }
    const overHttp = await ask(service, docs, body)
    const { frames } = await socket.ask('first', body)
    const comparable = (all: typeof frames) =>
      joinedDeltas(all).map((frame) =>
        'thread_id' in frame ? { ...frame, thread_id: 'some', message_id: 'some' } : frame,
      )
    expect(comparable(frames)).toEqual(comparable(overHttp.frames))
    expect(frames.length).toBeGreaterThan(2)
    const answers = socket.messages.filter(({ type }) => type !== 'ready')
    for (const message of answers) {
      expect(message).toMatchObject({ type: 'frame', id: 'first' })
      expect(FrameMessage.parse(message)).toEqual(message)
    }
    const followUp = { query: 'And how many requests?', thread_id: getIds({ frames }).thread_id }
    const second = await socket.ask('second', followUp)
    expect(getIds(second).thread_id).toBe(followUp.thread_id)
  },
)

verifies('feedback.message-id.from-websocket', async ({ service, model, docs }) => {
  model.answer(() => says(TEXT))
  await using socket = await openSocket(service, docs.knowledgeBaseId, {
    client_key: docs.clientKey,
  })
  const { message_id } = getIds(await socket.ask('1', { query }))
  const reply = await send(service, '/api/v1/public/feedback', {
    json: { message_id, rating: 'up' },
    headers: { 'x-client-key': docs.clientKey },
  })
  expect(reply).toMatchObject({ status: 201, body: { vote: 'up', source: 'websocket' } })
})

verifies(
  'websocket.several-at-once',
  'Ten questions run side by side, each gets its own answer, and an eleventh is refused',
  async ({ service, model, docs }) => {
    model.answer(({ messages }) => {
      const name = /named (\w+)/.exec(messages.at(-1)?.content ?? '')?.[1] ?? 'nobody'
      return says(`The key named ${name} is reset under Settings [1].`, { delayMs: 60 })
    })
    await using socket = await openSocket(service, docs.knowledgeBaseId, {
      client_key: docs.clientKey,
    })
    const names = Array.from({ length: 10 }, (_, at) => `key${at}`)
    const answers = names.map((name) =>
      socket.ask(name, { query: `How do I reset a key named ${name}?` }),
    )
    const refused = await socket.ask('one-too-many', { query })
    expect(refused).toMatchObject({
      refused: { code: 'RATE_LIMITED', retryable: true, retry_after_seconds: 1 },
      frames: [],
    })
    for (const [at, answered] of (await Promise.all(answers)).entries()) {
      expect(readText(answered)).toContain(`The key named ${names[at]} is reset`)
      expect(takeLast(answered).done).toBe(true)
    }
    const order = socket.messages.flatMap((message) => ('id' in message ? [message.id] : []))
    const turns = order.filter((id, at) => id !== order[at - 1]).length
    expect(turns, 'frames of several answers are mixed').toBeGreaterThan(30)
    expect((await socket.ask('later', { query })).refused).toBe(null)
  },
)

verifies(
  'websocket.cancel',
  'A cancelled question ends with its frame and its model, which hangs, is told; others go on',
  async ({ service, model, docs }) => {
    model.answer(() => says(TEXT, { delayMs: 150 }))
    await using socket = await openSocket(service, docs.knowledgeBaseId, {
      client_key: docs.clientKey,
    })
    model.script(hangs('Reset ', 'a '))
    const unwanted = socket.ask('unwanted', { query })
    await socket.next((message) => 'delta' in message && message.id === 'unwanted')
    const request = model.requests.at(-1)
    const wanted = socket.ask('wanted', { query })
    socket.send({ type: 'cancel', id: 'unwanted' })
    socket.send({ type: 'cancel', id: 'never asked' })
    expect(getError(await unwanted)).toMatchObject({ error_code: 'cancelled', code: 'CANCELLED' })
    await expect.poll(() => request?.closedByClientAtMs).toBeDefined()
    expect(readText(await wanted)).toBe(TEXT)
    expect(takeLast(await socket.ask('unwanted', { query })).done).toBe(true)
  },
)

verifies(
  'websocket.cancel',
  'Another connection of the same key cannot cancel a question by its id',
  async ({ service, model, docs }) => {
    model.answer(() => says(TEXT, { delayMs: 100 }))
    const key = { client_key: docs.clientKey }
    await using one = await openSocket(service, docs.knowledgeBaseId, key)
    await using other = await openSocket(service, docs.knowledgeBaseId, key)
    const answered = one.ask('mine', { query })
    await one.next((message) => message.type === 'frame')
    other.send({ type: 'cancel', id: 'mine' })
    other.send({ type: 'ping' })
    await other.next(({ type }) => type === 'pong')
    expect(readText(await answered)).toBe(TEXT)
  },
)

test('a client disconnect stops the models of all its questions', async ({ service, model }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: `${PAGE}/keys`, content: '# Keys\n\nReset a key under Settings.' },
  ])
  const before = model.requests.length
  model.script(hangs('It '), hangs('It '), hangs('It '))
  const socket = await openSocket(service, knowledge.knowledgeBaseId, {
    client_key: knowledge.clientKey,
  })
  for (const id of ['1', '2', '3']) socket.send({ type: 'ask', id, query })
  await expect
    .poll(() => getFrames(socket.messages, '3').length + getFrames(socket.messages, '1').length)
    .toBeGreaterThan(3)
  await expect.poll(() => model.requests.length).toBe(before + 3)
  socket.raw.terminate()
  const requests = model.requests.slice(before)
  await expect
    .poll(() => requests.every(({ closedByClientAtMs }) => closedByClientAtMs !== undefined))
    .toBe(true)
})

verifies(
  'websocket.ping',
  'A `ping` is answered at any time after `ready`, also while questions run',
  async ({ service, model, docs }) => {
    await using socket = await openSocket(service, docs.knowledgeBaseId, {
      client_key: docs.clientKey,
    })
    const pongs = () => socket.messages.filter(({ type }) => type === 'pong').length
    socket.send({ type: 'ping' })
    await expect.poll(pongs).toBe(1)
    model.script(hangs('Reset '))
    socket.send({ type: 'ask', id: '1', query })
    await socket.next((message) => 'delta' in message)
    socket.send({ type: 'ping' })
    await expect.poll(pongs).toBe(2)
  },
)
