import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../support/chaos/call.ts'
import { call, durationMs, refusalCode } from '../support/chaos/call.ts'
import { percentile, sleep, until } from '../support/chaos/load.ts'
import type { ChaosRedis } from '../support/chaos/redis.ts'
import { startChaosRedis } from '../support/chaos/redis.ts'
import { createKnowledge, createPublicKey } from '../support/knowledge.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'

const SIZE =
  process.env['CHAOS'] === 'full'
    ? { rounds: 5, frozenRequests: 200 }
    : { rounds: 1, frozenRequests: 30 }

const LIMIT = 12
/**
 * With Redis frozen both limiters wait 100 ms each, once a second, and the search comes on top. One that
 * waited for Redis would wait until it thaws, which is after the last request.
 */
const FROZEN_LATENCY_MS = 5_000
/** The client reconnects after 2 s at most, and memory counts for 1 s after a failure. */
const RETURN_MS = 10_000

let database: TestDatabase
let redis: ChaosRedis
/** Two processes that share their limits. */
let first: Service
let second: Service
let knowledge: Knowledge

beforeAll(async () => {
  database = await createDatabase()
  redis = await startChaosRedis()
  const env = {
    REDIS_URL: redis.url,
    // One address gets half of it.
    RATE_LIMIT_PER_KEY: String(2 * LIMIT),
    // On, so that a request waits for both limiters as in production, and out of reach.
    RATE_LIMIT_PER_ADDRESS: '1000000',
    EMBEDDING_THREADS: '1',
  }
  first = await startService({ databaseUrl: database.ownerUrl, command: 'api', env })
  second = await startService({ databaseUrl: database.ownerUrl, command: 'api', env })
  knowledge = await createKnowledge(first)
  // The words of the searches below are embedded once, here.
  for (const service of [first, second]) await search(service, await newKey())
})

afterAll(async () => {
  await first?.kill()
  await second?.kill()
  redis?.thaw()
  await redis?.kill()
  await database?.drop()
})

/** Nothing was counted for it yet, here or in Redis. */
const newKey = () => createPublicKey(first.admin, knowledge.knowledgeBaseId)

const search = (service: Service, key: string): Promise<Exchange> =>
  call({
    method: 'POST',
    url: `${service.baseUrl}/api/v1/public/knowledge-bases/${knowledge.knowledgeBaseId}/search`,
    headers: { 'x-client-key': key },
    body: { query: 'limits' },
  })

const remaining = ({ headers }: Exchange): number => Number(headers.get('ratelimit-remaining'))

/** Whether what one process counted is known to the other. */
async function isShared(): Promise<boolean> {
  const key = await newKey()
  for (let count = 0; count < 3; count += 1) await search(first, key)
  return remaining(await search(second, key)) === LIMIT - 4
}

/** Each process by itself lets the limit through and refuses what comes after. */
async function expectLimitsInMemory(): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const key = await newKey()
  for (const service of [first, second]) {
    const own: Exchange[] = []
    for (let count = 0; count < LIMIT + 3; count += 1) own.push(await search(service, key))
    expect(own.map(({ status }) => status)).toEqual([
      ...Array.from({ length: LIMIT }, () => 200),
      429,
      429,
      429,
    ])
    expect(own.slice(LIMIT).map(refusalCode)).toEqual(Array(3).fill('RATE_LIMITED'))
    exchanges.push(...own)
  }
  return exchanges
}

async function fallbacks(): Promise<number> {
  const { text } = await call({ method: 'GET', url: `${first.baseUrl}/metrics` })
  return Number(/^footnote_limiter_fallbacks_total (\d+)$/m.exec(text)?.[1])
}

/** New keys, so that none meets its limit; spread over time, so that pauses begin and end. */
async function searchesWhileFrozen(): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  let key = await newKey()
  for (let count = 1; count <= SIZE.frozenRequests; count += 1) {
    exchanges.push(await search(first, key))
    if (count % LIMIT === 0) key = await newKey()
    await sleep(60)
  }
  return exchanges
}

/** Whether a key that was used up is counted from the start once Redis has lost its count. */
async function isCountedAnewAfterFlush(): Promise<boolean> {
  const key = await newKey()
  for (let count = 0; count < LIMIT; count += 1) await search(first, key)
  const { status } = await search(second, key)
  await redis.flush()
  return status === 429 && remaining(await search(second, key)) === LIMIT - 1
}

// Polled: on a busy machine Redis may take more than the 100 ms that the limiter gives it.
test('limits are shared while Redis is there, and counted anew after a flush', async () => {
  await expect.poll(isShared).toBe(true)
  await expect.poll(isCountedAnewAfterFlush).toBe(true)
  await expect.poll(isShared).toBe(true)
})

test('killed: every request is answered, limits hold in memory and are shared again afterwards', async () => {
  for (let round = 0; round < SIZE.rounds; round += 1) {
    const before = await fallbacks()
    await redis.kill()
    await expectLimitsInMemory()
    expect(await fallbacks()).toBeGreaterThan(before)
    await redis.start()
    await until('shared limits', isShared, RETURN_MS)
  }
})

test('frozen: no request waits for Redis, limits hold in memory and are shared again afterwards', async () => {
  const latencies: number[] = []
  const before = await fallbacks()
  for (let round = 0; round < SIZE.rounds; round += 1) {
    redis.freeze()
    const exchanges = await searchesWhileFrozen()
    expect(exchanges.filter(({ status }) => status !== 200)).toEqual([])
    latencies.push(...[...exchanges, ...(await expectLimitsInMemory())].map(durationMs))
    redis.thaw()
    await until('shared limits', isShared, RETURN_MS)
  }
  const after = await fallbacks()
  console.log(
    `redis-loss: ${SIZE.rounds} rounds, ${latencies.length} requests while frozen, ` +
      `p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p99 ${percentile(latencies, 0.99).toFixed(0)} ms, ` +
      `most ${Math.max(...latencies).toFixed(0)} ms, ${after - before} fallbacks`,
  )
  expect(after).toBeGreaterThan(before)
  expect(Math.max(...latencies)).toBeLessThan(FROZEN_LATENCY_MS)
})
