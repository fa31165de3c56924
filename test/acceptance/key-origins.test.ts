import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import type { Service } from '../support/service.ts'
import { connectSocket, openSocket } from '../support/network/socket.ts'
import { furnish, perform, publicOperations } from './support/public-operations.ts'
import { PAGE } from './support/widget.ts'
import { adminPath, asOperator, publicPath, send } from './support/wire.ts'

const { test } = sharing()

const refused = { status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } }
const ELSEWHERE = ['https://elsewhere.test', 'null', undefined]

const createKey = (service: Service, knowledgeBaseId: string, settings: object) =>
  send(service, adminPath(knowledgeBaseId, 'keys'), {
    json: { name: 'bound', kind: 'public', ...settings },
    headers: asOperator,
  })

async function createBound(service: Service, knowledgeBaseId: string, origins: string[]) {
  const { status, body } = await createKey(service, knowledgeBaseId, { allowed_origins: origins })
  expect({ status, body }).toMatchObject({ status: 201, body: { allowed_origins: origins } })
  const { id, client_key: clientKey } = body as { id: string; client_key: string }
  return { id, clientKey }
}

const withOrigin = (clientKey: string, origin: string | undefined) => ({
  'x-client-key': clientKey,
  ...(origin === undefined ? {} : { origin }),
})

test('a key bound to origins refuses other pages, on every endpoint', async ({
  service,
  knowledge,
  database,
}) => {
  const { knowledgeBaseId } = knowledge
  const furniture = await furnish(service, knowledge, database.ownerUrl)
  const { clientKey } = await createBound(service, knowledgeBaseId, [PAGE])
  for (const operation of await publicOperations(service, furniture)) {
    for (const origin of ELSEWHERE) {
      const headers = withOrigin(clientKey, origin)
      const json = operation.method === 'POST' ? { json: {} } : {}
      const reply = await send(service, operation.path, {
        method: operation.method,
        headers,
        ...json,
      })
      expect(reply, `${operation.operationId} from ${origin}`).toMatchObject(refused)
    }
    const headers = withOrigin(clientKey, PAGE)
    const reply = await perform(service, furniture, operation, { headers })
    expect(reply.status, operation.operationId).toBeLessThan(300)
  }
  // Programs cannot use it, so the widget does not offer any.
  const config = await send(service, publicPath(knowledgeBaseId, 'widget-config'), {
    headers: withOrigin(clientKey, PAGE),
  })
  expect(config.body).toMatchObject({ mcp_available: false })
})

test('nor over a WebSocket or MCP', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const { clientKey } = await createBound(service, knowledgeBaseId, [PAGE])
  for (const origin of ELSEWHERE) {
    const settings = origin === undefined ? {} : { origin }
    const socket = await connectSocket(service, knowledgeBaseId, settings)
    socket.send({ type: 'init', client_key: clientKey })
    expect(await socket.closed).toEqual({ code: 4401, reason: 'ORIGIN_NOT_ALLOWED' })
  }
  await using socket = await openSocket(
    service,
    knowledgeBaseId,
    { client_key: clientKey },
    { origin: PAGE },
  )
  expect((await socket.ask('1', { query: 'sextant' })).refused).toBeNull()
  const mcp = await send(service, '/mcp', {
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { 'x-client-key': clientKey, accept: 'application/json, text/event-stream' },
  })
  expect(mcp).toMatchObject(refused)
})

test('the origins of a key can be changed and removed, with immediate effect', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const { id, clientKey } = await createBound(service, knowledgeBaseId, ['https://*.example.com'])
  const from = async (origin: string | undefined) =>
    (
      await send(service, publicPath(knowledgeBaseId, 'suggested-questions'), {
        headers: withOrigin(clientKey, origin),
      })
    ).status
  expect(await from('https://docs.example.com')).toBe(200)
  expect(await from('https://a.docs.example.com')).toBe(403)
  expect(await from('https://example.com')).toBe(403)
  const change = (json: object) =>
    send(service, adminPath(knowledgeBaseId, `keys/${id}`), {
      method: 'PATCH',
      json,
      headers: asOperator,
    })
  expect(await change({ allowed_origins: [] })).toMatchObject({ body: { allowed_origins: [] } })
  await expect.poll(() => from('https://docs.example.com')).toBe(403)
  expect(await change({ allowed_origins: null })).toMatchObject({ body: { allowed_origins: null } })
  await expect.poll(() => from(undefined)).toBe(200)
  const { keys } = await service.admin.keys.list(knowledgeBaseId)
  expect(keys.find((key) => key.id === id)).toMatchObject({ allowed_origins: null })
})

test('origins that could not work are refused', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const impossible = [
    { kind: 'secret', allowed_origins: [PAGE] },
    { allowed_origins: ['docs.example.com'] },
    { allowed_origins: ['https://docs.example.com/'] },
    { allowed_origins: ['https://*'] },
    { allowed_origins: 'https://docs.example.com' },
  ]
  for (const settings of impossible) {
    const reply = await createKey(service, knowledgeBaseId, settings)
    expect(reply, JSON.stringify(settings)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: [{}] },
    })
  }
})
