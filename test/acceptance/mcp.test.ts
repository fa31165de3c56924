import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { putPages } from '../support/knowledge.ts'
import { connectMcp, PROTOCOLS } from '../support/mcp.ts'
import { send } from './support/wire.ts'

const { test, verifies } = sharingAnswers()

const PAGES = [
  {
    url: 'https://docs.example.com/keys',
    content: '# Keys\n\nReset a key under Settings.\n\n## Rotate\n\nRotate a key each year.',
  },
  { url: 'https://docs.example.com/ships', content: '# Ships\n\nShips sail under a flag.' },
]
const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

const keyed = ({ clientKey }: { clientKey: string }) => ({ 'x-client-key': clientKey })

verifies(
  ['mcp.streamable-http', 'mcp.client-key-header', 'mcp.tools'],
  async ({ service, knowledge }) => {
    for (const protocol of PROTOCOLS) {
      await using client = await connectMcp(service, { headers: keyed(knowledge), protocol })
      expect(client.getNegotiatedProtocolVersion()).toBe(protocol)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(['ask', 'search', 'related', 'read'])
      for (const { name, description } of tools) expect(description, name).toContain('of Docs')
      expect(client.getServerVersion()).toMatchObject({ name: 'footnote', title: 'Docs' })
    }
  },
)

verifies('mcp.tools-read-only', async ({ service, knowledge }) => {
  await using client = await connectMcp(service, { headers: keyed(knowledge) })
  const { tools } = await client.listTools()
  for (const { annotations, name, inputSchema, outputSchema } of tools) {
    expect(annotations, name).toMatchObject({ readOnlyHint: true, openWorldHint: true })
    const required = [name === 'read' ? 'url' : 'query']
    expect(inputSchema).toMatchObject({ type: 'object', required })
    expect(inputSchema.properties, name).not.toHaveProperty('user')
    expect(outputSchema).toMatchObject({ type: 'object' })
  }
})

verifies('mcp.bearer', async ({ service, knowledge }) => {
  const headers = { authorization: `Bearer ${knowledge.clientKey}` }
  for (const protocol of PROTOCOLS) {
    await using client = await connectMcp(service, { headers, protocol })
    expect((await client.listTools()).tools).toHaveLength(4)
  }
})

verifies('mcp.tool-ask', async ({ service, knowledge, model }) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  model.answer(() => says(TEXT))
  for (const protocol of PROTOCOLS) {
    await using client = await connectMcp(service, { headers: keyed(knowledge), protocol })
    const result = await client.callTool({ name: 'ask', arguments: { query } })
    expect(result.isError).toBeUndefined()
    expect(result.content).toMatchObject([
      { type: 'text', text: TEXT },
      { type: 'resource_link', uri: expect.stringContaining(PAGES[0]?.url ?? ''), name: 'Keys' },
    ])
    expect(result.structuredContent).toMatchObject({
      answer: TEXT,
      citations: [{ index: 1, title: 'Keys' }],
      thread_id: expect.any(String),
      message_id: expect.any(String),
      powered_by: expect.any(String),
    })
  }
})

test('an answer in a thread follows up on the previous one', async ({
  service,
  knowledge,
  model,
}) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  model.answer(() => says(TEXT))
  await using client = await connectMcp(service, { headers: keyed(knowledge) })
  const first = await client.callTool({ name: 'ask', arguments: { query } })
  const { thread_id } = first.structuredContent as { thread_id: string }
  const second = await client.callTool({ name: 'ask', arguments: { query, thread_id } })
  expect(second.structuredContent).toMatchObject({ thread_id })
})

verifies(['mcp.tool-search', 'mcp.tool-related'], async ({ service, knowledge }) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  for (const protocol of PROTOCOLS) {
    await using client = await connectMcp(service, { headers: keyed(knowledge), protocol })
    const found = await client.callTool({ name: 'search', arguments: { query, limit: 2 } })
    expect(found.structuredContent).toEqual(await knowledge.client.search({ query, limit: 2 }))
    expect(found.structuredContent).toMatchObject({ count: 2 })
    expect(found.content[0]).toMatchObject({ text: expect.stringContaining('under Settings') })
    expect(found.content[0]).toMatchObject({ text: expect.stringContaining('/keys#keys\n') })
    const related = await client.callTool({ name: 'related', arguments: { query } })
    expect(related.structuredContent).toEqual(await knowledge.client.related({ query }))
    expect(related.structuredContent).toMatchObject({ count: 2 })
  }
})

verifies('mcp.stateless', async ({ service, knowledge, model }) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  model.answer(() => says(TEXT))
  // A call without a handshake, as any process behind a load balancer may get.
  const reply = await send(service, '/mcp', {
    json: {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'ask', arguments: { query } },
    },
    headers: {
      ...keyed(knowledge),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
  })
  expect(reply.status).toBe(200)
  expect(reply.text).toContain(TEXT)
  expect(reply.headers.get('mcp-session-id')).toBeNull()
  for (const method of ['GET', 'DELETE']) {
    const refused = await send(service, '/mcp', { method, headers: keyed(knowledge) })
    expect(refused.status, method).toBe(405)
  }
})

test('progress is sent only to a client that asked for it', async ({
  service,
  knowledge,
  model,
}) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  model.answer(() => says(TEXT, { delayMs: 20 }))
  for (const protocol of PROTOCOLS) {
    await using client = await connectMcp(service, { headers: keyed(knowledge), protocol })
    const told: { progress: number; message?: string | undefined }[] = []
    await client.callTool(
      { name: 'ask', arguments: { query } },
      { onprogress: (progress) => void told.push(progress) },
    )
    expect(told.length).toBeGreaterThan(1)
    expect(told.map(({ message }) => message).join('')).toBe(TEXT)
    const steps = told.map(({ progress }) => progress)
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
  }
  const silent = await send(service, '/mcp', {
    json: {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'ask', arguments: { query } },
    },
    headers: { ...keyed(knowledge), accept: 'application/json, text/event-stream' },
  })
  expect(silent.text).not.toContain('notifications/progress')
})
