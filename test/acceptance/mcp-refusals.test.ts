import { request as httpRequest } from 'node:http'
import { expect } from 'vitest'
import { cuts, says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { connectMcp, getToolError } from '../support/mcp.ts'
import { createPair, lookAlike, withTypo } from './support/client-keys.ts'
import { send, SOME_ID } from './support/wire.ts'

const { test, verifies } = sharingAnswers()

const query = 'How do I reset a key?'
const url = (name: string) => `https://docs.example.com/${name}`
const keyed = ({ clientKey }: { clientKey: string }) => ({ 'x-client-key': clientKey })

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const accept = 'application/json, text/event-stream'

test('a request without a valid credential is 401, whatever its form', async ({
  service,
  knowledge,
}) => {
  const { clientKey } = knowledge
  const other = (await createKnowledge(service)).clientKey
  const pair = await createPair(service, knowledge.knowledgeBaseId)
  const bad: Record<string, string>[] = [
    {},
    { 'x-client-key': lookAlike('fnp') },
    { 'x-client-key': withTypo(clientKey) },
    { authorization: `Bearer ${lookAlike('fnp')}` },
    { authorization: `Bearer ${withTypo(clientKey)}` },
    { authorization: `Basic ${clientKey}` },
    { authorization: clientKey },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${pair['x-client-secret']}` },
    // Two credentials, even identical ones.
    { authorization: `Bearer ${clientKey}`, 'x-client-key': clientKey },
    { authorization: `Bearer ${clientKey}`, 'x-client-key': other },
    { authorization: `Bearer ${clientKey}`, ...pair },
    { 'x-client-id': pair['x-client-id'] },
  ]
  for (const headers of bad) {
    const reply = await send(service, '/mcp', { json: LIST, headers: { accept, ...headers } })
    const what = JSON.stringify(headers)
    expect(reply, what).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    expect(reply.headers.get('www-authenticate'), what).toMatch(/^Bearer/)
  }
  for (const headers of [keyed(knowledge), { authorization: `bearer ${clientKey}` }, pair]) {
    const reply = await send(service, '/mcp', { json: LIST, headers: { accept, ...headers } })
    expect(reply.status, JSON.stringify(headers)).toBe(200)
  }
})

test('a path that names another knowledge base is 403, whether it exists or not', async ({
  service,
  knowledge,
}) => {
  const other = await createKnowledge(service)
  const headers = { accept, ...keyed(knowledge) }
  for (const id of [other.knowledgeBaseId, SOME_ID, 'nonsense']) {
    const reply = await send(service, `/mcp/${id}`, { json: LIST, headers })
    expect(reply, id).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  }
  const path = `/mcp/${knowledge.knowledgeBaseId}`
  expect((await send(service, path, { json: LIST, headers })).status).toBe(200)
})

test('a knowledge base whose readers may not connect AI tools is 403', async ({
  service,
  knowledge,
}) => {
  await service.admin.knowledgeBases.change(knowledge.knowledgeBaseId, { mcp_enabled: false })
  const clientKey = await createPublicKey(service.admin, knowledge.knowledgeBaseId)
  const reply = await send(service, '/mcp', {
    json: LIST,
    headers: { accept, ...keyed({ clientKey }) },
  })
  expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
})

/** fetch does not let a caller choose the Host. */
function statusFor(baseUrl: string, headers: Record<string, string>): Promise<number> {
  const sent = { 'content-type': 'application/json', accept, ...headers }
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${baseUrl}/mcp`, { method: 'POST', headers: sent }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(JSON.stringify(LIST))
  })
}

test('a forged host and a foreign origin are 403', async ({ service, knowledge }) => {
  const { baseUrl } = service
  const { host } = new URL(baseUrl)
  const forged: Record<string, string>[] = [
    { host: 'evil.example.com' },
    { host: '127.0.0.1.evil.example.com' },
    { host: 'localhost@evil.example.com' },
    { host, origin: 'https://evil.example.com' },
    { host, origin: 'null' },
    { host, origin: 'http://localhost.evil.example.com' },
  ]
  for (const headers of forged) {
    const status = await statusFor(baseUrl, { ...keyed(knowledge), ...headers })
    expect(status, JSON.stringify(headers)).toBe(403)
  }
  // No proxy is trusted here, so what one would say is not heard.
  const good: Record<string, string>[] = [
    { host },
    { host: 'localhost' },
    { host, origin: 'http://localhost:6274' },
    { host, 'x-forwarded-host': 'evil.example.com' },
  ]
  for (const headers of good) {
    const status = await statusFor(baseUrl, { ...keyed(knowledge), ...headers })
    expect(status, JSON.stringify(headers)).toBe(200)
  }
})

test('several messages in one request are refused: limits count requests', async ({
  service,
  knowledge,
}) => {
  const headers = { accept, ...keyed(knowledge) }
  const reply = await send(service, '/mcp', { json: [LIST, { ...LIST, id: 2 }], headers })
  expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})

test('a body that is too large, or not JSON, is refused as elsewhere', async ({
  service,
  knowledge,
}) => {
  const headers = { accept, ...keyed(knowledge) }
  const large = { ...LIST, params: { padding: 'x'.repeat(300_000) } }
  expect(await send(service, '/mcp', { json: large, headers })).toMatchObject({ status: 413 })
  const text = { ...headers, 'content-type': 'text/plain' }
  expect(await send(service, '/mcp', { body: JSON.stringify(LIST), headers: text })).toMatchObject({
    status: 415,
  })
  const broken = { ...headers, 'content-type': 'application/json' }
  expect(await send(service, '/mcp', { body: '{', headers: broken })).toMatchObject({ status: 400 })
})

test('a refusal of a tool has the code and the message of the contract', async ({
  service,
  knowledge,
  model,
}) => {
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('keys'), content: '# Keys\n\nReset a key under Settings.' },
  ])
  await using client = await connectMcp(service, { headers: keyed(knowledge) })
  const call = async (name: string, input: Record<string, unknown>) =>
    getToolError(await client.callTool({ name, arguments: input }))
  for (const name of ['ask', 'search', 'related']) {
    for (const input of [
      {},
      { query: ' ' },
      { query: 'x'.repeat(4001) },
      { query, mode: 'fast' },
    ]) {
      expect(await call(name, input)).toMatchObject({ code: 'BAD_REQUEST', retryable: false })
    }
  }
  expect(await call('search', { query, limit: 0, a: 1, b: 2 })).toMatchObject({
    error: 'The field limit must be at least 1. 2 more fields are not valid.',
    request_id: expect.any(String),
    details: [{ path: 'limit' }, { path: 'a' }, { path: 'b' }],
  })
  for (const name of ['ask', 'search']) {
    const error = await call(name, { query, group_ids: [SOME_ID] })
    expect(error).toMatchObject({ code: 'GROUP_NOT_ALLOWED' })
    expect(await call(name, { query, group_ids: [] })).toMatchObject({ code: 'BAD_REQUEST' })
  }
  expect(await call('ask', { query, thread_id: SOME_ID })).toMatchObject({ code: 'NOT_FOUND' })
  model.script(cuts('Reset a '))
  expect(await call('ask', { query })).toMatchObject({ code: 'UNAVAILABLE', retryable: true })
  const shown = await client.callTool({ name: 'search', arguments: {} })
  expect(shown.content).toEqual([{ type: 'text', text: 'BAD_REQUEST: Your question is missing.' }])
  await expect(client.callTool({ name: 'delete_all', arguments: {} })).rejects.toThrow(
    /no such tool/,
  )
  await service.admin.workspaces.change(knowledge.workspaceId, { monthly_question_allowance: 0 })
  expect(await call('ask', { query })).toMatchObject({ code: 'QUOTA_EXCEEDED', retryable: false })
})

verifies('allowed-groups.bind-mcp', async ({ service, knowledge, model }) => {
  const { knowledgeBaseId } = knowledge
  const { id: group } = await service.admin.groups.create(knowledgeBaseId, { name: 'Handbook' })
  const { id: other } = await service.admin.groups.create(knowledgeBaseId, { name: 'Other' })
  await putPages(service, knowledgeBaseId, [
    { url: url('open'), content: '# Open\n\nReset a key outside.' },
    { url: url('grouped'), content: '# Grouped\n\nReset a key inside.', group_id: group },
    { url: url('other'), content: '# Other\n\nReset a key elsewhere.', group_id: other },
  ])
  model.answer(() => says('Reset a key inside [1].'))
  const clientKey = await createPublicKey(service.admin, knowledgeBaseId, [group])
  await using client = await connectMcp(service, { headers: keyed({ clientKey }) })
  for (const name of ['ask', 'search', 'related']) {
    const result = await client.callTool({ name, arguments: { query } })
    const text = JSON.stringify(result)
    expect(text, name).toContain(url('grouped'))
    expect(text, name).not.toContain(url('open'))
    expect(text, name).not.toContain(url('other'))
  }
  for (const name of ['ask', 'search']) {
    const result = await client.callTool({ name, arguments: { query, group_ids: [other] } })
    expect(getToolError(result).code).toBe('GROUP_NOT_ALLOWED')
  }
})

test('no tool returns restricted text', async ({ service, knowledge, model }) => {
  const { knowledgeBaseId } = knowledge
  await putPages(service, knowledgeBaseId, [
    { url: url('keys'), content: '# Keys\n\nReset a key under Settings.' },
    {
      url: url('secret'),
      content: '# Secret\n\nReset a key with the password zanzibar.',
      visibility: 'restricted',
    },
  ])
  // It repeats all that it was shown, and cites it.
  model.answer(({ messages, system }) =>
    says(
      `${system} ${messages.map(({ content }) => content).join(' ')} Reset a key under Settings [1].`,
    ),
  )
  await using client = await connectMcp(service, { headers: keyed(knowledge) })
  const asked = 'How do I reset a key with the password?'
  for (const name of ['ask', 'search', 'related']) {
    const result = await client.callTool({ name, arguments: { query: asked } })
    const text = JSON.stringify(result)
    expect(text, name).toContain(url('keys'))
    expect(text, name).not.toContain('zanzibar')
    expect(text, name).not.toContain(url('secret'))
  }
})

test("another knowledge base's ids and pages are as those that are not there", async ({
  service,
  knowledge,
  model,
}) => {
  model.answer(() => says('Reset a key under Settings [1].'))
  const other = await createKnowledge(service)
  const { id: group } = await service.admin.groups.create(other.knowledgeBaseId, { name: 'Theirs' })
  await putPages(service, other.knowledgeBaseId, [
    { url: url('theirs'), content: '# Theirs\n\nReset a key with zanzibar.', group_id: group },
  ])
  await using theirs = await connectMcp(service, { headers: keyed(other) })
  const asked = await theirs.callTool({ name: 'ask', arguments: { query } })
  const { thread_id } = asked.structuredContent as { thread_id: string }
  await using client = await connectMcp(service, { headers: keyed(knowledge) })
  const readCode = async (name: string, input: Record<string, unknown>) =>
    getToolError(await client.callTool({ name, arguments: { query, ...input } })).code
  expect(await readCode('ask', { thread_id })).toBe('NOT_FOUND')
  expect(await readCode('ask', { group_ids: [group] })).toBe('GROUP_NOT_ALLOWED')
  expect(await readCode('search', { group_ids: [group] })).toBe('GROUP_NOT_ALLOWED')
  await expect(client.readResource({ uri: url('theirs') })).rejects.toThrow(/not found/i)
  expect((await client.listResources()).resources).toEqual([])
  for (const name of ['ask', 'search', 'related']) {
    const result = await client.callTool({ name, arguments: { query: 'zanzibar' } })
    expect(JSON.stringify(result), name).not.toContain('theirs')
  }
})
