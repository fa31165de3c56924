import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { createPair, lookAlike } from './support/client-keys.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { listOperations, publicPath, send, SOME_ID } from './support/wire.ts'

const { test, verifies } = sharing()

const unauthorized = { status: 401, body: { code: 'UNAUTHORIZED' } }
const endpoints = ['search', 'related']

verifies('auth.key.one-knowledge-base', async ({ service, knowledge }) => {
  const other = await createKnowledge(service)
  const page = (name: string) => ({
    url: `https://${name}.example.com/`,
    content: `The ${name} osprey nests.`,
  })
  await putPages(service, knowledge.knowledgeBaseId, [page('ours')])
  await putPages(service, other.knowledgeBaseId, [page('theirs')])
  const { results } = await knowledge.client.search({ query: 'osprey nests', limit: 100 })
  expect(results.map(({ document }) => document.url)).toEqual(['https://ours.example.com/'])
  const { articles } = await knowledge.client.related({ query: 'osprey nests' })
  expect(articles.map(({ url }) => url)).toEqual(['https://ours.example.com/'])
  for (const endpoint of endpoints) {
    const reply = await send(service, publicPath(other.knowledgeBaseId, endpoint), {
      json: { query: 'osprey' },
      headers: { 'x-client-key': knowledge.clientKey },
    })
    expect(reply.status).toBe(403)
    expect(reply.text).not.toContain('theirs')
  }
})

verifies(
  ['foreign-knowledge-base.forbidden', 'foreign-knowledge-base.same-answer'],
  async ({ service, knowledge }) => {
    const { knowledgeBaseId: foreign } = await createKnowledge(service)
    const answers: { status: number; body: object }[] = []
    for (const id of [foreign, SOME_ID, foreign.toUpperCase(), 'not-an-id']) {
      for (const endpoint of endpoints) {
        const reply = await send(service, publicPath(id, endpoint), {
          json: { query: 'osprey' },
          headers: { 'x-client-key': knowledge.clientKey },
        })
        const { request_id: _, ...body } = reply.body as Record<string, unknown>
        answers.push({ status: reply.status, body })
      }
    }
    expect(answers[0]).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(answers).toEqual(answers.map(() => answers[0]))
  },
)

test('a key used on its own path is served', async ({ service, knowledge }) => {
  for (const endpoint of endpoints) {
    const pair = await createPair(service, knowledge.knowledgeBaseId)
    for (const headers of [{ 'x-client-key': knowledge.clientKey }, pair]) {
      const path = publicPath(knowledge.knowledgeBaseId, endpoint)
      expect((await send(service, path, { json: { query: 'osprey' }, headers })).status).toBe(200)
    }
  }
})

verifies('no-credential.unauthorized', async ({ service, knowledge }) => {
  for (const endpoint of endpoints) {
    const path = publicPath(knowledge.knowledgeBaseId, endpoint)
    expect(await send(service, path, { json: { query: 'osprey' } })).toMatchObject(unauthorized)
    // Before the body is validated.
    expect(await send(service, path, { json: { nonsense: 1 } })).toMatchObject(unauthorized)
  }
})

verifies('bad-credential.unauthorized', async ({ service, knowledge }) => {
  const { knowledgeBaseId, clientKey } = knowledge
  const pair = await createPair(service, knowledgeBaseId)
  const other = await createPair(service, knowledgeBaseId)
  const bad: Record<string, string>[] = [
    { 'x-client-key': lookAlike('fnp') },
    { 'x-client-key': 'osprey' },
    { 'x-client-key': '' },
    { 'x-client-key': clientKey.toLowerCase() },
    { 'x-client-key': `${clientKey}, ${clientKey}` },
    { 'x-client-key': pair['x-client-id'] },
    { ...pair, 'x-client-secret': lookAlike('fns') },
    { ...pair, 'x-client-secret': other['x-client-secret'] },
    { ...pair, 'x-client-secret': '' },
    { ...pair, 'x-client-id': lookAlike('fnc') },
    { ...pair, 'x-client-id': clientKey },
    { authorization: `Bearer ${clientKey}` },
  ]
  for (const headers of bad) {
    const reply = await send(service, publicPath(knowledgeBaseId, 'search'), {
      json: { query: 'osprey' },
      headers,
    })
    expect(reply, JSON.stringify(headers)).toMatchObject(unauthorized)
  }
})

verifies('unauthorized.www-authenticate', async ({ service }) => {
  const operations = await listOperations(service)
  expect(operations.length).toBeGreaterThan(15)
  for (const { method, path } of operations) {
    for (const headers of [{}, { 'x-client-key': lookAlike('fnp'), authorization: 'Bearer no' }]) {
      const reply = await send(service, path, { method, headers })
      expect(reply, `${method} ${path}`).toMatchObject(unauthorized)
      expect(reply.headers.get('www-authenticate')).toMatch(/^\w+/)
    }
  }
})

verifies(
  ['key-and-pair-together.unauthorized', 'half-a-pair.unauthorized'],
  async ({ service, knowledge }) => {
    const pair = await createPair(service, knowledge.knowledgeBaseId)
    const key = { 'x-client-key': knowledge.clientKey }
    const { 'x-client-id': id, 'x-client-secret': secret } = pair
    const combinations: Record<string, string>[] = [
      { ...key, ...pair },
      { ...key, 'x-client-id': id },
      { ...key, 'x-client-secret': secret },
      { 'x-client-id': id },
      { 'x-client-secret': secret },
    ]
    for (const headers of combinations) {
      const reply = await send(service, publicPath(knowledge.knowledgeBaseId, 'search'), {
        json: { query: 'osprey' },
        headers,
      })
      expect(reply, Object.keys(headers).join()).toMatchObject(unauthorized)
    }
  },
)
