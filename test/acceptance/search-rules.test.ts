import type { SearchRule } from '@footnote/client/admin'
import { expect } from 'vitest'
import { ask } from '../support/ask.ts'
import { clientFor, createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { connectMcp } from '../support/mcp.ts'
import { sharing } from '../support/sharing.ts'
import type { Service } from '../support/service.ts'
import { makeVerifies } from '../support/verifies.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const URL = 'https://docs.example.com'

const test = sharing().test.extend('docs', { scope: 'file' }, async ({ service }) => {
  const docs = await createKnowledge(service)
  const { knowledgeBaseId } = docs
  const { id: inner } = await service.admin.groups.create(knowledgeBaseId, { name: 'Inner' })
  const { id: open } = await service.admin.groups.create(knowledgeBaseId, { name: 'Open' })
  const page = (name: string, content: string, group_id = open) => ({
    url: `${URL}/${name}`,
    title: name,
    content: `# ${name}\n\n${content}`,
    group_id,
  })
  await putPages(service, knowledgeBaseId, [
    page('tokens', 'A personal access token signs scripts in. Make a personal access token first.'),
    page('tides', 'The tide table lists the height of the sea at the harbour, hour by hour.'),
    page('moorings', 'A mooring holds a ship at the quay. Ropes of a mooring are checked weekly.'),
    page(
      'berths',
      'A berth is where a ship lies at the quay. Ropes of a berth are checked weekly.',
    ),
    page('vault', 'The zircon chamber is behind the harbour office.', inner),
  ])
  const openKey = await createPublicKey(service.admin, knowledgeBaseId, [open])
  return {
    ...docs,
    bound: clientFor(service, knowledgeBaseId, openKey),
    boundKey: { knowledgeBaseId, clientKey: openKey },
  }
})
const verifies = makeVerifies(test)

/** Deleted when the test ends, however it does. */
async function add({ admin }: Service, knowledgeBaseId: string, rule: SearchRule) {
  const created = await admin.searchRules.create(knowledgeBaseId, { rule })
  const remove = () => admin.searchRules.remove(knowledgeBaseId, created.id)
  return Object.assign(created, { [Symbol.asyncDispose]: () => remove().catch(() => undefined) })
}

const synonym = (words: string, means: string, bothWays = false): SearchRule => ({
  kind: 'synonym',
  words: [words],
  means: [means],
  both_ways: bothWays,
})

verifies('rules.synonyms', async ({ service, docs }) => {
  const { knowledgeBaseId, client, clientKey } = docs
  const textScores = async (query: string) => {
    const { results } = await client.search({ query })
    return Object.fromEntries(results.map((each) => [each.document.title, each.text_score]))
  }
  const scoreOf = async (query: string, title: string) => (await textScores(query))[title] ?? 0
  expect((await textScores('PAT'))['tokens'] ?? 0).toBe(0)
  await using rule = await add(service, knowledgeBaseId, synonym('PAT', 'personal access token'))
  await expect.poll(() => scoreOf('PAT', 'tokens')).toBeGreaterThan(0.5)
  expect((await textScores('How do I make PATs?'))['tokens']).toBeGreaterThan(0.3)
  // One way alone, and only for the words as a whole.
  await using other = await add(service, knowledgeBaseId, synonym('tide table', 'mooring'))
  await expect.poll(() => scoreOf('tide table', 'moorings')).toBeGreaterThan(0)
  expect((await textScores('table'))['moorings'] ?? 0).toBe(0)
  expect((await textScores('mooring'))['tides'] ?? 0).toBe(0)
  const both = synonym('tide table', 'mooring', true)
  await service.admin.searchRules.put(knowledgeBaseId, other.id, { rule: both })
  await expect.poll(() => scoreOf('mooring', 'tides')).toBeGreaterThan(0)

  const { frames } = await ask(service, { knowledgeBaseId, clientKey }, { query: 'make a PAT' })
  const last = frames.at(-1)
  const messageId = last && 'message_id' in last ? (last.message_id ?? '') : ''
  const { trace } = await service.admin.messages.get(knowledgeBaseId, messageId)
  expect(trace.search.synonyms).toEqual([{ words: 'PAT', means: 'personal access token' }])
  await using mcp = await connectMcp(service, {
    path: `/mcp/${knowledgeBaseId}`,
    headers: { 'x-client-key': clientKey },
  })
  const found = await mcp.callTool({ name: 'search', arguments: { query: 'PAT' } })
  expect(JSON.stringify(found.structuredContent)).toContain(`${URL}/tokens`)
  await service.admin.searchRules.remove(knowledgeBaseId, rule.id)
  await expect.poll(() => scoreOf('PAT', 'tokens')).toBe(0)
})

verifies('rules.synonym-weight', async ({ service, docs }) => {
  const { knowledgeBaseId, client } = docs
  const order = async (query: string) =>
    (await client.search({ query })).results
      .toSorted((a, b) => b.text_score - a.text_score)
      .map(({ document }) => document.title)
      .filter((title) => ['moorings', 'berths'].includes(title))
  await using created = await add(service, knowledgeBaseId, synonym('berth', 'mooring', true))
  expect(created.rule).toEqual(synonym('berth', 'mooring', true))
  // The two pages differ in nothing but the word.
  await expect.poll(() => order('berth')).toEqual(['berths', 'moorings'])
  expect(await order('mooring')).toEqual(['moorings', 'berths'])
})

verifies('rules.synonym-missing', async ({ service, docs }) => {
  const { knowledgeBaseId, client, bound, boundKey } = docs
  const missing = async (by: typeof client, query: string) =>
    (await by.search({ query })).missing_words ?? []
  const query = 'Where is the Quuxite chamber?'
  expect(await missing(client, query)).toEqual(['Quuxite'])
  await using created = await add(service, knowledgeBaseId, synonym('Quuxite', 'zircon'))
  expect(created.rule.kind).toBe('synonym')
  await expect.poll(() => missing(client, query)).toEqual([])
  // Who may not see the page is told nothing of it by the synonym.
  expect(await missing(bound, query)).toEqual(['Quuxite'])
  const { results } = await bound.search({ query })
  expect(JSON.stringify(results)).not.toContain('zircon')
  const { frames } = await ask(service, boundKey, { query })
  expect(JSON.stringify(frames)).not.toContain('zircon')
})

const pin = (words: string, page: string): SearchRule => ({
  kind: 'pin',
  words: [words],
  url: `${URL}/${page}`,
})

verifies('rules.pins', async ({ service, docs }) => {
  const { knowledgeBaseId, client, clientKey } = docs
  const query = 'How is the rope of a mooring checked?'
  const first = async (text: string, top_k = 10) =>
    (await client.search({ query: text, limit: top_k })).results[0]?.document.title
  expect(await first(query)).toBe('moorings')
  await using rule = await add(service, knowledgeBaseId, pin('check ropes', 'tides'))
  await expect.poll(() => first(query)).toBe('tides')
  expect(await first(query, 1)).toBe('tides')
  expect(await first('How is the mooring checked?')).toBe('moorings')
  const { frames } = await ask(service, { knowledgeBaseId, clientKey }, { query })
  const last = frames.at(-1)
  const messageId = last && 'message_id' in last ? (last.message_id ?? '') : ''
  const { trace } = await service.admin.messages.get(knowledgeBaseId, messageId)
  const [pinnedId, ...others] = trace.search.pinned_chunk_ids ?? []
  expect(others).toEqual([])
  expect(trace.prompt.chunk_ids[0]).toBe(pinnedId)
  await using mcp = await connectMcp(service, {
    path: `/mcp/${knowledgeBaseId}`,
    headers: { 'x-client-key': clientKey },
  })
  const found = await mcp.callTool({ name: 'search', arguments: { query } })
  expect(JSON.stringify(found.structuredContent)).toMatch(/tides.*moorings/)
  await service.admin.searchRules.remove(knowledgeBaseId, rule.id)
  await expect.poll(() => first(query)).toBe('moorings')
})

verifies('rules.pins-unseen', async ({ service, docs }) => {
  const { knowledgeBaseId, client, bound, boundKey } = docs
  const query = 'How is the rope of a mooring checked?'
  const titles = async (by: typeof client, filter?: Record<string, string>) =>
    (await by.search({ query, ...(filter ? { filter } : {}) })).results.map(
      ({ document }) => document.title,
    )
  const before = await titles(bound)
  await using created = await add(service, knowledgeBaseId, pin('check ropes', 'vault'))
  expect(created.rule.kind).toBe('pin')
  await expect.poll(async () => (await titles(client))[0]).toBe('vault')
  expect(await titles(bound)).toEqual(before)
  const { frames } = await ask(service, boundKey, { query })
  expect(JSON.stringify(frames)).not.toContain('zircon')
  expect(await titles(client, { version: '9' })).toEqual([])
  const [vault] = (await service.admin.documents.list(knowledgeBaseId, { q: 'vault' })).documents
  const change = (visibility: 'restricted' | 'public') =>
    service.admin.documents.change(knowledgeBaseId, vault?.id ?? '', { visibility })
  await change('restricted')
  expect(await titles(client)).not.toContain('vault')
  await change('public')
  expect((await titles(client))[0]).toBe('vault')
})

verifies('rules.pins-answerability', async ({ service, docs }) => {
  const { knowledgeBaseId, clientKey } = docs
  const asked = async (query: string) => {
    const { frames } = await ask(service, { knowledgeBaseId, clientKey }, { query })
    const last = frames.at(-1)
    const messageId = last && 'message_id' in last ? (last.message_id ?? '') : ''
    const { covered, trace } = await service.admin.messages.get(knowledgeBaseId, messageId)
    return { covered, probability: trace.answerability?.probability }
  }
  const questions = ['What is the capital of France?', 'How is the rope of a mooring checked?']
  const before = await Promise.all(questions.map(asked))
  expect(before.map(({ covered }) => covered)).toEqual([false, true])
  await using capital = await add(service, knowledgeBaseId, pin('capital of France', 'tides'))
  await using rope = await add(service, knowledgeBaseId, pin('check ropes', 'tides'))
  expect([capital.rule.kind, rope.rule.kind]).toEqual(['pin', 'pin'])
  const { client } = docs
  await expect
    .poll(
      async () => (await client.search({ query: questions[1] ?? '' })).results[0]?.document.title,
    )
    .toBe('tides')
  expect(await Promise.all(questions.map(asked))).toEqual(before)
})

test('a phrase that is never searched for is refused, and changes are audited', async ({
  service,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const refused = await send(service, adminPath(knowledgeBaseId, 'search-rules'), {
    headers: asOperator,
    json: { rule: { ...synonym('PAT', 'token'), means: ['token', 'the'] } },
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('rule.means.1')
  const { searchRules } = service.admin
  const { id, rule } = await searchRules.create(knowledgeBaseId, { rule: synonym('a1', 'b1') })
  const changed = synonym('a1', 'c1')
  await searchRules.put(knowledgeBaseId, id, { rule: changed })
  expect((await searchRules.list(knowledgeBaseId)).search_rules[0]).toMatchObject({
    id,
    rule: changed,
  })
  await searchRules.remove(knowledgeBaseId, id)
  const { workspaceId } = docs
  const { events } = await service.admin.audit.list(workspaceId)
  expect(events.slice(0, 3).map(({ action, changes }) => [action, changes])).toEqual([
    ['search_rule.delete', [{ field: 'rule', from: changed }]],
    ['search_rule.change', [{ field: 'rule', from: rule, to: changed }]],
    ['search_rule.create', [{ field: 'rule', to: rule }]],
  ])
})
