import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { putPages } from '../support/knowledge.ts'
import { connectMcp, PROTOCOLS } from '../support/mcp.ts'
import { readRows } from '../support/store/services.ts'

const { test, verifies } = sharingAnswers()

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'
const PAGES = [
  { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
]

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not in time: ${what}`)
    await sleep(20)
  }
}

test('a client disconnect aborts a model that hangs', async ({ service, knowledge, model }) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  const headers = { 'x-client-key': knowledge.clientKey }
  for (const protocol of PROTOCOLS) {
    for (const script of [hangs(), hangs('Reset a ')]) {
      await using client = await connectMcp(service, { headers, protocol })
      const before = model.requests.length
      model.script(script)
      const leaving = new AbortController()
      const asked = client.callTool(
        { name: 'ask', arguments: { query } },
        { signal: leaving.signal, onprogress: () => undefined },
      )
      const ended = asked.then(
        () => 'answered',
        () => 'left',
      )
      await until(() => model.requests.length > before, 'the question reaches the model')
      await until(
        () => (model.requests.at(-1)?.sentPieces ?? 0) === (script.pieces ?? []).length,
        'x',
      )
      await sleep(50)
      leaving.abort()
      await client.close()
      expect(await ended).toBe('left')
      await until(
        () => model.requests.at(-1)?.closedByClientAtMs !== undefined,
        'the model is aborted',
      )
    }
  }
})

test('an answer over MCP is stored and rated with its source', async ({
  service,
  knowledge,
  model,
}) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  model.answer(() => says(TEXT))
  await using client = await connectMcp(service, {
    headers: { authorization: `Bearer ${knowledge.clientKey}` },
  })
  const { structuredContent } = await client.callTool({
    name: 'ask',
    arguments: { query },
  })
  const { message_id } = structuredContent as { message_id: string }
  const stored = await service.admin.messages.get(knowledge.knowledgeBaseId, message_id)
  expect(stored).toMatchObject({ source: 'mcp', question: query, answer: TEXT })
  const rating = await knowledge.client.rate({ message_id, rating: 'up' })
  expect(rating.source).toBe('mcp')
})

verifies('mcp.ask-closest-pages', async ({ service, knowledge, model }) => {
  const { knowledgeBaseId } = knowledge
  const group = await service.admin.groups.create(knowledgeBaseId, { name: 'Open' })
  const page = (name: string, more: object = {}) => ({
    url: `https://docs.example.com/${name}`,
    content: `# Keys of ${name}\n\nReset a key of ${name} under Settings.`,
    ...more,
  })
  await putPages(service, knowledgeBaseId, [
    page('open', { group_id: group.id }),
    page('elsewhere'),
    page('restricted', { group_id: group.id, visibility: 'restricted' }),
  ])
  model.answer(() => says('NOT_COVERED'))
  await using client = await connectMcp(service, {
    headers: { 'x-client-key': knowledge.clientKey },
  })
  const asked = await client.callTool({
    name: 'ask',
    arguments: { query: `${query} Grafana`, group_ids: [group.id] },
  })
  expect(asked.structuredContent).toMatchObject({
    covered: false,
    closest_pages: [{ url: 'https://docs.example.com/open', title: 'Keys of open' }],
  })
  expect((asked.structuredContent as { closest_pages: object[] }).closest_pages).toHaveLength(1)
  expect(asked.content.slice(1)).toMatchObject([
    { type: 'text', text: expect.stringContaining('https://docs.example.com/open') },
    { type: 'resource_link', uri: 'https://docs.example.com/open' },
  ])
  model.answer(() => says(TEXT))
  const covered = await client.callTool({ name: 'ask', arguments: { query } })
  expect(covered.structuredContent).toMatchObject({ covered: true })
  expect(covered.structuredContent).not.toHaveProperty('closest_pages')
})

test('under Zero data retention nothing of a question over MCP is stored', async ({
  service,
  knowledge,
  model,
  database,
}) => {
  await service.admin.workspaces.change(knowledge.workspaceId, { retention: 'zero' })
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  model.answer(() => says(TEXT))
  const headers = { 'x-client-key': knowledge.clientKey }
  await using client = await connectMcp(service, { headers })
  const canary = 'quetzalcoatl'
  const result = await client.callTool({
    name: 'ask',
    arguments: { query: `${query} ${canary}` },
  })
  expect(result.structuredContent).toMatchObject({ answer: TEXT })
  expect(result.structuredContent).not.toHaveProperty('message_id')
  expect(result.structuredContent).not.toHaveProperty('thread_id')
  const rows = await readRows(
    database,
    `select id from threads where knowledge_base_id = '${knowledge.knowledgeBaseId}'
     union all select id from messages where knowledge_base_id = '${knowledge.knowledgeBaseId}'`,
  )
  expect(rows).toEqual([])
  expect(JSON.stringify(service.log)).not.toContain(canary)
})

test('requests over MCP are logged and measured like others', async ({ service, knowledge }) => {
  const headers = { 'x-client-key': knowledge.clientKey }
  await using client = await connectMcp(service, { headers })
  await client.callTool({ name: 'search', arguments: {} })
  await until(() => service.log.some(({ route }) => route === '/mcp'), 'a line in the log')
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text()
  expect(metrics).toMatch(
    /footnote_http_request_seconds_count\{method="POST",route="\/mcp",status="200"\} \d/,
  )
  expect(metrics).toMatch(/footnote_refusals_total\{code="BAD_REQUEST"\} \d/)
})
