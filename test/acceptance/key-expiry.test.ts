import { expect } from 'vitest'
import { openSocket } from '../support/network/socket.ts'
import { sharing } from '../support/sharing.ts'
import { transports } from './support/transports.ts'
import { adminPath, asOperator, send, sendSearch } from './support/wire.ts'

const { test } = sharing()

const query = 'sextant'
const PATIENCE = { timeout: 30_000 }
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

test('an expired key is refused over every transport, until its end is taken away', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const { admin } = service
  const later = inSeconds(3_600)
  const created = await admin.keys.create(knowledgeBaseId, {
    name: 'trial',
    kind: 'public',
    expires_at: later,
  })
  expect(created.expires_at).toBe(later)
  const { id, client_key: clientKey = '' } = created
  const asking = { knowledgeBaseId, shown: { clientKey }, body: { query } }
  for (const transport of transports) {
    expect(await transport.ask(service, asking), transport.name).toMatchObject({ kind: 'answered' })
  }
  await using open = await openSocket(service, knowledgeBaseId, { client_key: clientKey })
  const end = inSeconds(1)
  await admin.keys.change(knowledgeBaseId, id, { expires_at: end })
  const search = () => sendSearch(service, { knowledgeBaseId, clientKey }, { query })
  await expect.poll(async () => (await search()).status, PATIENCE).toBe(401)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(end))
  expect(await search()).toMatchObject({
    body: { code: 'UNAUTHORIZED', error: 'This key has expired.' },
  })
  for (const transport of transports) {
    const decision = await transport.ask(service, asking)
    expect(decision, transport.name).toEqual({ kind: 'refused', code: 'UNAUTHORIZED' })
  }
  expect((await open.ask('1', { query })).refused).toMatchObject({
    code: 'UNAUTHORIZED',
    error: 'This key has expired.',
  })
  expect(await open.closed).toEqual({ code: 4401, reason: 'UNAUTHORIZED' })
  const { keys } = await admin.keys.list(knowledgeBaseId)
  expect(keys.find((key) => key.id === id)).toMatchObject({ expires_at: end, revoked_at: null })
  await admin.keys.change(knowledgeBaseId, id, { expires_at: null })
  await expect.poll(async () => (await search()).status, PATIENCE).toBe(200)
  const { events } = await admin.audit.list(knowledge.workspaceId)
  expect(events.find(({ action }) => action === 'key.change')?.changes).toEqual([
    { field: 'expires_at', from: end, to: null },
  ])
})

test('a key cannot be given an end that is over, or is no time', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const { id } = await service.admin.keys.create(knowledgeBaseId, { name: 'a', kind: 'secret' })
  for (const expires_at of [inSeconds(-1), '2020-01-01T00:00:00Z', '2099-01-01', 'soon', 1, '']) {
    for (const [method, resource, others] of [
      ['POST', 'keys', { name: 'b', kind: 'public' }],
      ['PATCH', `keys/${id}`, {}],
    ] as const) {
      const reply = await send(service, adminPath(knowledgeBaseId, resource), {
        method,
        json: { ...others, expires_at },
        headers: asOperator,
      })
      expect(reply, `${method} ${expires_at}`).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', details: [{ path: 'expires_at' }] },
      })
    }
  }
})

test('an address that no trusted proxy gave opens nothing', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const { client_key: clientKey } = await service.admin.keys.create(knowledgeBaseId, {
    name: 'bound',
    kind: 'public',
    allowed_addresses: ['203.0.113.9'],
  })
  const shown = { clientKey: clientKey ?? '' }
  for (const transport of transports) {
    const asking = { knowledgeBaseId, shown, body: { query }, address: '203.0.113.9' }
    const decision = await transport.ask(service, asking)
    expect(decision, transport.name).toEqual({ kind: 'refused', code: 'FORBIDDEN' })
  }
})
