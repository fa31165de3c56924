import { expect } from 'vitest'
import type { Knowledge } from '../support/knowledge.ts'
import { putPages } from '../support/knowledge.ts'
import { connectMcp, getToolError } from '../support/mcp.ts'
import type { Service } from '../support/service.ts'
import { openSocket } from '../support/network/socket.ts'
import { captchaTest, good, HOST } from './support/captcha.ts'
import { furnish, perform, publicOperations } from './support/public-operations.ts'

const test = captchaTest.extend('furniture', async ({ service, guarded, database }) => {
  await putSextants(service, guarded)
  return furnish(service, guarded, database.ownerUrl)
})

const putSextants = (service: Service, { knowledgeBaseId }: Knowledge) =>
  putPages(service, knowledgeBaseId, [{ url: PAGE, content: `# Sextants\n\n${LONG}` }])

const PAGE = `https://${HOST}/sextants`
const LONG = `A sextant ${'measures an angle, '.repeat(40)}and so the text ends.`

/** What a key that requires tokens may do without one. Add new operations here. */
const WITHOUT_TOKEN: Record<string, 'token' | 'open'> = {
  chat: 'token',
  threadChat: 'token',
  search: 'token',
  rate: 'token',
  formDeflect: 'token',
  formDeflectOutcome: 'open',
  contact: 'token',
  related: 'open',
  withdrawRating: 'open',
  suggestedQuestions: 'open',
  widgetConfig: 'open',
  savedWidgetConfig: 'open',
}

test('over HTTP a key that requires tokens returns no passage without one', async ({
  service,
  guarded,
  furniture,
}) => {
  const headers = { 'x-client-key': guarded.clientKey }
  const seen: Record<string, string> = {}
  for (const operation of await publicOperations(service, furniture)) {
    const reply = await perform(service, furniture, operation, { headers })
    const isRefused = reply.status === 403 && reply.text.includes('CAPTCHA_REQUIRED')
    seen[operation.operationId] = isRefused ? 'token' : 'open'
    expect(reply.status < 300 || isRefused, operation.operationId).toBe(true)
    // Nothing returns more than a snippet of 200 characters.
    expect(reply.text, operation.operationId).not.toContain(LONG.slice(0, 210))
  }
  expect(seen).toEqual(WITHOUT_TOKEN)
})

test('over MCP every tool and every page needs a token, and a socket one for each question', async ({
  service,
  guarded,
  recaptcha,
}) => {
  await putSextants(service, guarded)
  const headers = { 'x-client-key': guarded.clientKey }
  await using client = await connectMcp(service, { headers })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['ask', 'search', 'related', 'read'])
  for (const { name } of tools) {
    const input = name === 'read' ? { url: PAGE } : { query: 'sextant' }
    const result = await client.callTool({ name, arguments: input })
    expect(getToolError(result).code, name).toBe('CAPTCHA_REQUIRED')
  }
  await expect(client.listResources()).rejects.toThrow('CAPTCHA_REQUIRED')
  await expect(client.readResource({ uri: PAGE })).rejects.toThrow('CAPTCHA_REQUIRED')

  const withToken = () =>
    connectMcp(service, { headers: { ...headers, 'x-recaptcha-token': recaptcha.mint(good) } })
  await using reader = await withToken()
  expect((await reader.readResource({ uri: PAGE })).contents).toHaveLength(1)
  await expect(reader.readResource({ uri: PAGE })).rejects.toThrow('CAPTCHA_FAILED')
  await using other = await withToken()
  const related = await other.callTool({ name: 'related', arguments: { query: 'sextant' } })
  expect(related.isError).not.toBe(true)

  await using socket = await openSocket(service, guarded.knowledgeBaseId, {
    client_key: guarded.clientKey,
  })
  const { refused, frames } = await socket.ask('1', { query: 'sextant' })
  expect({ code: refused?.code, frames }).toEqual({ code: 'CAPTCHA_REQUIRED', frames: [] })
})
