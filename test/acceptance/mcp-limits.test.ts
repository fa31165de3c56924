import { expect } from 'vitest'
import { makeVerifies } from '../support/verifies.ts'
import { acceptance } from '../support/acceptance.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { connectMcp, getToolError } from '../support/mcp.ts'
import { openSocket } from '../support/network/socket.ts'
import { captchaTest, good, HOST } from './support/captcha.ts'
import { send } from './support/wire.ts'

const PER_KEY = 5
const { test } = acceptance({ RATE_LIMIT_PER_KEY: String(PER_KEY) })

const accept = 'application/json, text/event-stream'

test('requests over MCP count towards the limit of their key, and get 429 beyond it', async ({
  service,
  knowledge,
}) => {
  const call = () =>
    send(service, '/mcp', {
      json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { accept, authorization: `Bearer ${knowledge.clientKey}` },
    })
  await knowledge.client.related({ query: 'wharf' })
  for (let made = 1; made < PER_KEY; made += 1) expect((await call()).status).toBe(200)
  const refused = await call()
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('over MCP a long query counts once for each 500 characters', async ({ service }) => {
  const { clientKey } = await createKnowledge(service)
  const search = (query: string) =>
    send(service, '/mcp', {
      json: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search', arguments: { query } },
      },
      headers: { accept, authorization: `Bearer ${clientKey}` },
    })
  expect((await search('w'.repeat(1_501))).status).toBe(200)
  // It used four of the five.
  expect((await search('wharf')).status).toBe(200)
  expect(await search('wharf')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
})

test('over a WebSocket a long question counts once for each 500 characters', async ({
  service,
}) => {
  const { knowledgeBaseId, clientKey } = await createKnowledge(service)
  await using socket = await openSocket(service, knowledgeBaseId, { client_key: clientKey })
  // The first message counts too.
  expect((await socket.ask('long', { query: 'w'.repeat(1_001) })).refused).toBeNull()
  expect((await socket.ask('short', { query: 'wharf' })).refused).toBeNull()
  expect((await socket.ask('late', { query: 'wharf' })).refused).toMatchObject({
    code: 'RATE_LIMITED',
  })
})

const verifies = makeVerifies(captchaTest)

verifies(
  'widget-config.mcp-available',
  'a key that demands CAPTCHA tokens demands them of MCP, and says that AI tools cannot connect',
  async ({ service, guarded, recaptcha }) => {
    await putPages(service, guarded.knowledgeBaseId, [
      { url: `https://${HOST}/keys`, content: '# Keys\n\nReset a key under Settings.' },
    ])
    const key = { 'x-client-key': guarded.clientKey }
    await using client = await connectMcp(service, { headers: key })
    for (const name of ['ask', 'search', 'related']) {
      const result = await client.callTool({ name, arguments: { query: 'reset a key' } })
      expect(getToolError(result).code, name).toBe('CAPTCHA_REQUIRED')
    }
    const token = recaptcha.mint(good)
    await using sent = await connectMcp(service, {
      headers: { ...key, 'x-recaptcha-token': token },
    })
    const search = () => sent.callTool({ name: 'search', arguments: { query: 'reset a key' } })
    expect((await search()).structuredContent).toMatchObject({ count: 1 })
    expect(getToolError(await search()).code).toBe('CAPTCHA_FAILED')
    const path = `/api/v1/public/knowledge-bases/${guarded.knowledgeBaseId}/widget-config`
    const config = await send(service, path, { headers: key })
    expect(config.body).toMatchObject({ captcha_required: true, mcp_available: false })
  },
)
