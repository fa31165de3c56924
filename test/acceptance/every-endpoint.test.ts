import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { putPages } from '../support/knowledge.ts'
import { makeVerifies } from '../support/verifies.ts'
import { createPair } from './support/client-keys.ts'
import { furnish, getJson, perform, publicOperations } from './support/public-operations.ts'
import { listOperations, send } from './support/wire.ts'

const verifies = makeVerifies(
  sharing().test.extend('furniture', async ({ service, knowledge, database }) =>
    furnish(service, knowledge, database.ownerUrl),
  ),
)

verifies('endpoints.path-prefix', async ({ service, knowledge, furniture }) => {
  const headers = { 'x-client-key': knowledge.clientKey }
  for (const operation of await publicOperations(service, furniture)) {
    expect(operation.path).toMatch(/^\/api\/v1\/public\/./)
    for (const prefix of ['', '/public', '/api/public', '/api/v2/public', '/v1/public']) {
      const path = operation.path.replace('/api/v1/public', prefix)
      const elsewhere = await perform(service, furniture, { ...operation, path }, { headers })
      expect(elsewhere.status, `${operation.method} ${path}`).toBe(404)
    }
    const reply = await perform(service, furniture, operation, { headers })
    expect(reply.status, operation.operationId).toBeLessThan(300)
  }
})

verifies('endpoints.bodies-are-json', async ({ service, knowledge, furniture }) => {
  const headers = { 'x-client-key': knowledge.clientKey }
  let withBody = 0
  for (const operation of await publicOperations(service, furniture)) {
    const reply = await perform(service, furniture, operation, { headers })
    const type = reply.headers.get('content-type') ?? ''
    if (reply.status === 204) expect(reply.text).toBe('')
    else if (!type.startsWith('text/event-stream')) {
      expect(type, operation.operationId).toMatch(/^application\/json(;|$)/)
      expect(reply.body, operation.operationId).toEqual(expect.any(Object))
    }
    if (operation.method !== 'POST') continue
    withBody += 1
    for (const other of ['text/plain', 'application/x-www-form-urlencoded']) {
      const refused = await perform(service, furniture, operation, {
        body: '{"query":"sextant"}',
        headers: { ...headers, 'content-type': other },
      })
      expect(refused.status, `${operation.operationId} as ${other}`).toBe(415)
      expect(refused.headers.get('content-type')).toMatch(/^application\/json(;|$)/)
    }
  }
  expect(withBody).toBeGreaterThanOrEqual(5)
})

verifies('auth.every-endpoint-takes-a-key', async ({ service, furniture }) => {
  for (const operation of await publicOperations(service, furniture)) {
    const reply = await perform(service, furniture, operation)
    expect(reply, operation.operationId).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
  }
})

verifies(
  ['auth.public-key.header', 'auth.secret-pair.headers'],
  async ({ service, knowledge, furniture }) => {
    const pair = await createPair(service, furniture.knowledgeBaseId)
    for (const headers of [{ 'x-client-key': knowledge.clientKey }, pair]) {
      for (const operation of await publicOperations(service, furniture)) {
        const reply = await perform(service, furniture, operation, { headers })
        expect(reply.status, `${operation.operationId}: ${reply.text}`).toBeLessThan(300)
      }
    }
  },
)

verifies(
  'restricted.used-nowhere',
  'Content of a restricted document is in no response of any public endpoint',
  async ({ service, knowledge, furniture }) => {
    const headers = { 'x-client-key': knowledge.clientKey }
    const secret = {
      url: 'https://docs.example.com/obsidian',
      title: 'What does an obsidian sextant measure?',
      content: '# Obsidian\n\nA sextant measures obsidian angles at sea.',
    }
    const said = async () => {
      const replies = await Promise.all(
        (await publicOperations(service, furniture)).map((operation) =>
          perform(service, furniture, operation, { headers }),
        ),
      )
      return replies.map(({ text }) => text).join('\n')
    }
    await putPages(service, furniture.knowledgeBaseId, [secret])
    await expect.poll(said).toMatch(/"questions":\[.*What does an obsidian/)
    expect((await said()).match(/obsidian angles/g)?.length).toBeGreaterThan(2)
    await putPages(service, furniture.knowledgeBaseId, [{ ...secret, visibility: 'restricted' }])
    expect(await said()).not.toMatch(/obsidian/i)
    expect(await said()).toContain('angles at sea')
  },
)

verifies('request-id.on-every-response', async ({ service, knowledge, furniture }) => {
  const seen = new Set<string | null>()
  let count = 0
  const note = (id: string | null, what: string) => {
    expect(id, what).toMatch(/^[0-9a-f-]{36}$/)
    seen.add(id)
    count += 1
  }
  const headers = { 'x-client-key': knowledge.clientKey }
  for (const operation of await publicOperations(service, furniture)) {
    const reply = await perform(service, furniture, operation, { headers })
    expect(reply.status).toBeLessThan(300)
    note(reply.headers.get('x-request-id'), operation.operationId)
  }
  for (const { method, path } of await listOperations(service)) {
    const refused = await send(service, path, { method })
    expect(refused.status).toBe(401)
    note(refused.headers.get('x-request-id'), `${method} ${path}`)
  }
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/nowhere', '/%zz']) {
    note((await send(service, path)).headers.get('x-request-id'), path)
  }
  expect(seen.size).toBe(count)
})

verifies(
  'ids.are-strings',
  'Every identifier in a public response, streams included, is a string',
  async ({ service, knowledge, furniture }) => {
    const headers = { 'x-client-key': knowledge.clientKey }
    let found = 0
    for (const operation of await publicOperations(service, furniture)) {
      const reply = await perform(service, furniture, operation, { headers })
      for (const [name, value] of getJson(reply).flatMap(fieldsIn)) {
        if (!/(^|_)ids?$/.test(name) || value === null) continue
        found += 1
        for (const id of [value].flat()) expect(id, name).toEqual(expect.any(String))
      }
    }
    expect(found).toBeGreaterThan(10)
  },
)

/** Every field at any depth, with its value. */
function fieldsIn(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]): [string, unknown][] => [
    [name, inner],
    ...fieldsIn(inner),
  ])
}
