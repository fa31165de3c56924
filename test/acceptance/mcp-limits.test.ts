import { expect } from 'vitest'
import { makeVerifies } from '../support/verifies.ts'
import { acceptance } from '../support/acceptance.ts'
import { putPages } from '../support/knowledge.ts'
import { connectMcp, toolErrorOf } from '../support/mcp.ts'
import { captchaTest, good, HOST } from './support/captcha.ts'
import { send } from './support/wire.ts'

const PER_KEY = 5
const { test } = acceptance({ RATE_LIMIT_PER_KEY: String(PER_KEY) })

const accept = 'application/json, text/event-stream'

test('requests past the limit of a key get 429, together with its other requests', async ({
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
    for (const name of ['ask', 'search']) {
      const result = await client.callTool({ name, arguments: { query: 'reset a key' } })
      expect(toolErrorOf(result).code, name).toBe('CAPTCHA_REQUIRED')
    }
    // As over HTTP, related pages need none.
    const related = await client.callTool({ name: 'related', arguments: { query: 'reset a key' } })
    expect(related.structuredContent).toMatchObject({ count: 1 })
    const token = recaptcha.mint(good)
    await using sent = await connectMcp(service, {
      headers: { ...key, 'x-recaptcha-token': token },
    })
    const search = () => sent.callTool({ name: 'search', arguments: { query: 'reset a key' } })
    expect((await search()).structuredContent).toMatchObject({ count: 1 })
    expect(toolErrorOf(await search()).code).toBe('CAPTCHA_FAILED')
    const path = `/api/v1/public/knowledge-bases/${guarded.knowledgeBaseId}/widget-config`
    const config = await send(service, path, { headers: key })
    expect(config.body).toMatchObject({ captcha_required: true, mcp_available: false })
  },
)
