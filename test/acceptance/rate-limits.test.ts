import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { createPair, lookAlike } from './support/client-keys.ts'
import { createPublicKey } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import type { Reply, Request } from './support/wire.ts'
import { asOperator, publicPath, send, sendSearch } from './support/wire.ts'

const PER_KEY = 8
/** All tests use one address, and one address gets half of a public key's limit. */
const SHARE = 4
const PER_ADDRESS = 90

const { test, verifies } = acceptance({
  RATE_LIMIT_PER_KEY: String(PER_KEY),
  RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS),
})

const refused = { status: 429, body: { code: 'RATE_LIMITED', retryable: true } }

async function times<Result>(count: number, run: () => Promise<Result>): Promise<Result[]> {
  const results = []
  for (let done = 0; done < count; done += 1) results.push(await run())
  return results
}

const secondsIn = (reply: Reply, header: string) => Number(reply.headers.get(header) ?? Number.NaN)

verifies(
  ['rate-limit.refused', 'refused.retry-after'],
  'Requests past the limit of a key get 429 `RATE_LIMITED` with `Retry-After`',
  async ({ service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    const search = () => sendSearch(service, knowledge, { query: 'wharf' })
    const allowed = await times(SHARE, search)
    expect(allowed.map(({ status }) => status)).toEqual(allowed.map(() => 200))
    const last = await search()
    expect(last).toMatchObject(refused)
    expect(secondsIn(last, 'retry-after')).toBeGreaterThanOrEqual(1)
    expect(secondsIn(last, 'retry-after')).toBeLessThanOrEqual(60)
    // The limit is the key's, on all endpoints together, and another key has its own.
    const related = await send(service, publicPath(knowledgeBaseId, 'related'), {
      json: { query: 'wharf' },
      headers: { 'x-client-key': knowledge.clientKey },
    })
    expect(related).toMatchObject(refused)
    const clientKey = await createPublicKey(service.admin, knowledgeBaseId)
    const other = await sendSearch(service, { knowledgeBaseId, clientKey }, { query: 'wharf' })
    expect(other.status).toBe(200)
  },
)

test('a secret pair has a limit too', async ({ service, knowledge }) => {
  const pair = await createPair(service, knowledge.knowledgeBaseId)
  const replies = await times(PER_KEY + 1, () =>
    send(service, publicPath(knowledge.knowledgeBaseId, 'search'), {
      json: { query: 'wharf' },
      headers: pair,
    }),
  )
  expect(replies.map(({ status }) => status)).toEqual([...Array(PER_KEY).fill(200), 429])
})

test('`RateLimit-*` headers count down', async ({ service, knowledge }) => {
  const replies = await times(SHARE + 1, () => sendSearch(service, knowledge, { query: 'wharf' }))
  expect(replies.map((reply) => secondsIn(reply, 'ratelimit-limit'))).toEqual([8, 8, 8, 8, 8])
  expect(replies.map((reply) => secondsIn(reply, 'ratelimit-remaining'))).toEqual([3, 2, 1, 0, 0])
  for (const reply of replies) {
    expect(secondsIn(reply, 'ratelimit-reset')).toBeGreaterThanOrEqual(1)
    expect(secondsIn(reply, 'ratelimit-reset')).toBeLessThanOrEqual(60)
  }
})

/** Whether an address that sends these gets to its limit. */
async function reachesLimit(service: Service, path: string, request: Request): Promise<boolean> {
  for (let sent = 0; sent <= PER_ADDRESS; sent += 1) {
    if ((await send(service, path, request)).status === 429) return true
  }
  return false
}

// These use up the address's minute: nothing but them may come after.

test('guessing keys from one address is limited, whatever it says its address is', async ({
  service,
  knowledge,
}) => {
  const path = publicPath(knowledge.knowledgeBaseId, 'search')
  const headers = { 'x-client-key': lookAlike('fnp'), 'x-forwarded-for': '203.0.113.7' }
  const request = { json: { query: 'wharf' }, headers }
  expect(await reachesLimit(service, path, request)).toBe(true)
  const moved = { ...headers, 'x-forwarded-for': '203.0.113.8' }
  expect(await send(service, path, { ...request, headers: moved })).toMatchObject(refused)
  expect((await send(service, path, request)).headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
})

test('guessing secret pairs from one address is limited', async ({ service }) => {
  const path = publicPath('any', 'search')
  const headers = { 'x-client-id': lookAlike('fnc'), 'x-client-secret': lookAlike('fns') }
  expect(await reachesLimit(service, path, { json: { query: 'wharf' }, headers })).toBe(true)
})

test('guessing the admin token from one address is limited, and the operator is not', async ({
  service,
}) => {
  const path = '/api/v1/admin/workspaces'
  const headers = { authorization: 'Bearer a-guess', 'x-client-id': 'invented' }
  expect(await reachesLimit(service, path, { headers })).toBe(true)
  expect(await send(service, path, { headers: asOperator })).toMatchObject({ status: 200 })
})
