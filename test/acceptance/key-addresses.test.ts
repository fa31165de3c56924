import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { transports } from './support/transports.ts'
import { adminPath, asOperator, publicPath, send, sendSearch } from './support/wire.ts'

/** The tests act as the proxy and set the client's address. */
const { test } = acceptance({
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_PER_KEY: '100000',
  RATE_LIMIT_PER_ADDRESS: '100000',
})

const ALLOWED = ['198.51.100.7', '203.0.113.0/24', '2001:db8:5::/48']
const INSIDE = ['198.51.100.7', '203.0.113.9', '::ffff:203.0.113.9', '2001:db8:5:1::9']
/** Without one it is the test's own. */
const OUTSIDE = [
  '198.51.100.8',
  '203.0.114.9',
  '::ffff:203.0.114.9',
  '2001:db8:6::9',
  // Only the last one comes from the proxy.
  '203.0.113.9, 203.0.114.9',
  undefined,
]
const query = 'sextant'
const refused = {
  status: 403,
  body: { code: 'FORBIDDEN', error: 'This key may not be used from this address.' },
}

test('a key bound to addresses works from those alone, over every transport', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  for (const kind of ['public', 'secret'] as const) {
    const key = await service.admin.keys.create(knowledgeBaseId, {
      name: 'bound',
      kind,
      allowed_addresses: ALLOWED,
    })
    expect(key.allowed_addresses).toEqual(ALLOWED)
    const { client_key: clientKey, client_id: clientId, client_secret: clientSecret } = key
    const shown =
      clientKey === undefined
        ? { clientId: clientId ?? '', clientSecret: clientSecret ?? '' }
        : { clientKey }
    for (const transport of transports) {
      const from = (address: string | undefined) =>
        transport.ask(service, { knowledgeBaseId, shown, body: { query }, address })
      for (const address of INSIDE) {
        const what = `${kind} key over ${transport.name} from ${address}`
        expect(await from(address), what).toMatchObject({ kind: 'answered' })
      }
      for (const address of OUTSIDE) {
        const what = `${kind} key over ${transport.name} from ${address}`
        expect(await from(address), what).toEqual({ kind: 'refused', code: 'FORBIDDEN' })
      }
    }
  }
})

test('the addresses of a key can be changed and removed', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const { admin } = service
  const { id, client_key: clientKey = '' } = await admin.keys.create(knowledgeBaseId, {
    name: 'bound',
    kind: 'public',
  })
  const from = (address: string) =>
    sendSearch(service, { knowledgeBaseId, clientKey }, { query }, { 'x-forwarded-for': address })
  expect((await from('203.0.113.9')).status).toBe(200)
  await admin.keys.change(knowledgeBaseId, id, { allowed_addresses: ['2001:db8:5::9'] })
  await expect.poll(() => from('203.0.113.9'), { timeout: 30_000 }).toMatchObject(refused)
  expect((await from('2001:db8:5::9')).status).toBe(200)
  // The next address of a network that the limits count as one.
  expect(await from('2001:db8:5::a')).toMatchObject(refused)
  await admin.keys.change(knowledgeBaseId, id, { allowed_addresses: [] })
  await expect.poll(async () => (await from('203.0.113.9')).status, { timeout: 30_000 }).toBe(200)
  const { events } = await admin.audit.list(knowledge.workspaceId)
  expect(events.find(({ action }) => action === 'key.change')?.changes).toEqual([
    { field: 'allowed_addresses', from: ['2001:db8:5::9'], to: [] },
  ])
})

test('a request that another address may not make costs the key nothing', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const { client_key: clientKey = '' } = await service.admin.keys.create(knowledgeBaseId, {
    name: 'bound',
    kind: 'public',
    allowed_addresses: ['203.0.113.0/24'],
  })
  const remaining = async (address: string) => {
    const headers = { 'x-client-key': clientKey, 'x-forwarded-for': address }
    const path = publicPath(knowledgeBaseId, 'suggested-questions')
    return Number((await send(service, path, { headers })).headers.get('ratelimit-remaining'))
  }
  const before = await remaining('203.0.113.1')
  for (let count = 0; count < 5; count += 1) await remaining('198.51.100.1')
  expect(await remaining('203.0.113.1')).toBe(before - 1)
})

test('addresses that could not work are refused', async ({ service, knowledge }) => {
  const impossible: unknown[] = [
    ['docs.example.com'],
    ['203.0.113'],
    ['0203.0.113.7'],
    ['203.0.113.0/33'],
    ['203.0.113.0/'],
    ['2001:db8::/129'],
    ['fe80::1%eth0'],
    [' 203.0.113.7'],
    '203.0.113.7',
    null,
    Array.from({ length: 21 }, (_, index) => `203.0.113.${index}`),
  ]
  for (const allowed_addresses of impossible) {
    const reply = await send(service, adminPath(knowledge.knowledgeBaseId, 'keys'), {
      json: { name: 'bound', kind: 'public', allowed_addresses },
      headers: asOperator,
    })
    expect(reply, JSON.stringify(allowed_addresses)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: [{}] },
    })
  }
})
