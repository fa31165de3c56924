import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as httpRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { readText } from '../support/ask.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { openSocket } from '../support/network/socket.ts'
import { makeVerifies } from '../support/verifies.ts'
import { createWidget, PAGE } from './support/widget.ts'
import { send } from './support/wire.ts'

// On a busy machine the service starts slowly.
const test = sharingAnswers().test.extend('docs', { scope: 'file' }, async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: `${PAGE}/keys`, content: '# Keys\n\nReset a key under Settings.' },
  ])
  return knowledge
})
const verifies = makeVerifies(test)

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

verifies(
  ['websocket.widget.disabled', 'websocket.widget.origin-not-allowed', 'websocket.widget.unknown'],
  'A widget that is off, of another page, of another knowledge base or of nobody is refused',
  async ({ service, model, docs }) => {
    const { knowledgeBaseId } = docs
    model.answer(() => says(TEXT))
    const other = await createKnowledge(service)
    const ids = {
      good: await createWidget(service, knowledgeBaseId),
      disabled: await createWidget(service, knowledgeBaseId, { enabled: false }),
      foreign: await createWidget(service, other.knowledgeBaseId),
    }
    const key = { client_key: docs.clientKey }
    const before = model.requests.length
    await using page = await openSocket(service, knowledgeBaseId, key, { origin: PAGE })
    await using elsewhere = await openSocket(service, knowledgeBaseId, key, {
      origin: 'https://docs.example.com.evil.test',
    })
    await using server = await openSocket(service, knowledgeBaseId, key)
    const refusals = [
      await page.ask('1', { query, widget_id: ids.disabled }),
      await elsewhere.ask('1', { query, widget_id: ids.good }),
      await server.ask('1', { query, widget_id: ids.good }),
      await page.ask('2', { query, widget_id: ids.foreign }),
      await page.ask('3', { query, widget_id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' }),
      await page.ask('4', { query, widget_id: 'not an id' }),
    ]
    expect(refusals.map(({ refused }) => refused?.code)).toEqual([
      'WIDGET_DISABLED',
      'ORIGIN_NOT_ALLOWED',
      'ORIGIN_NOT_ALLOWED',
      'NOT_FOUND',
      'NOT_FOUND',
      'BAD_REQUEST',
    ])
    expect(refusals.flatMap(({ frames }) => frames)).toEqual([])
    expect(model.requests.length).toBe(before)
    expect(readText(await page.ask('5', { query, widget_id: ids.good }))).toBe(TEXT)
  },
)

verifies('allowed-groups.bind-websocket', async ({ service, model, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const open = await service.admin.groups.create(knowledgeBaseId, { name: 'open' })
  const inner = await service.admin.groups.create(knowledgeBaseId, { name: 'inner' })
  await putPages(service, knowledgeBaseId, [
    { url: `${PAGE}/a`, content: '# Open\n\nThe open harbour has a crane.', group_id: open.id },
    { url: `${PAGE}/b`, content: '# Inner\n\nThe inner harbour has a vault.', group_id: inner.id },
  ])
  const clientKey = await createPublicKey(service.admin, knowledgeBaseId, [open.id])
  model.answer(({ messages }) => says(messages.at(-1)?.content.slice(0, 4_000) ?? ''))
  await using socket = await openSocket(service, knowledgeBaseId, { client_key: clientKey })
  const own = await socket.ask('1', { query: 'What does the harbour have?' })
  expect(readText(own)).toContain('crane')
  expect(JSON.stringify(own.frames)).not.toContain('vault')
  const denied = await socket.ask('2', { query: 'vault?', group_ids: [inner.id] })
  expect(denied).toMatchObject({ refused: { code: 'GROUP_NOT_ALLOWED' }, frames: [] })
})

test('an invalid question is refused under its id, field by field, and the connection stays open', async ({
  service,
  docs,
}) => {
  await using socket = await openSocket(service, docs.knowledgeBaseId, {
    client_key: docs.clientKey,
  })
  const { refused } = await socket.ask('1', { query: ' ', top_k: 0, colour: 'red' })
  expect(refused).toMatchObject({ code: 'BAD_REQUEST', retryable: false })
  const overHttp = await send(
    service,
    `/api/v1/public/knowledge-bases/${docs.knowledgeBaseId}/chat`,
    {
      json: { query: ' ', top_k: 0, colour: 'red' },
      headers: { 'x-client-key': docs.clientKey },
    },
  )
  expect(refused?.details).toEqual((overHttp.body as { details: unknown }).details)
  expect(refused?.details).toHaveLength(3)
  socket.send({ type: 'ping' })
  await socket.next(({ type }) => type === 'pong')
})

test('a request that offers another protocol is served normally', async ({ service, docs }) => {
  const body = JSON.stringify({ query })
  const { hostname, port } = new URL(service.baseUrl)
  const request = httpRequest({
    hostname,
    port,
    method: 'POST',
    path: `/api/v1/public/knowledge-bases/${docs.knowledgeBaseId}/search`,
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-client-key': docs.clientKey,
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    },
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  expect(await json(response)).toMatchObject({ count: expect.any(Number) })
})
