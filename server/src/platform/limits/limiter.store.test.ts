import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../test/support/chaos/load.ts'
import type { ChaosRedis } from '../../../../test/support/chaos/redis.ts'
import { startChaosRedis } from '../../../../test/support/chaos/redis.ts'
import type { LimitUse, Limiter } from './limiter.ts'
import { createLimiter } from './limiter.ts'
import type { Redis } from './redis.ts'
import { openRedis } from './redis.ts'

let server: ChaosRedis
let redis: Redis

beforeAll(async () => {
  server = await startChaosRedis()
  redis = await openRedis(server.url, () => undefined)
  await until('a connection', async () => redis.isReady, 60_000)
})

afterAll(async () => {
  redis.destroy()
  server.thaw()
  await server.kill()
})

function makeLimiter(perMinute: number, client: Redis | null, name: string = randomUUID()) {
  const outage = { untilMs: 0 }
  let fallbacks = 0
  const onFallback = () => void (fallbacks += 1)
  const limiter = createLimiter({ name, perMinute, redis: client, outage, onFallback })
  return { ...limiter, outage, fallbacks: () => fallbacks }
}

/** Some at a time, so that Redis has no queue that it would be slow with. */
const AT_ONCE = 20

async function take(limiter: Limiter, times: number, use?: LimitUse): Promise<number> {
  let taken = 0
  for (let left = times; left > 0; left -= AT_ONCE) {
    const length = Math.min(left, AT_ONCE)
    const decisions = await Promise.all(Array.from({ length }, () => limiter.consume('key', use)))
    taken += decisions.filter(({ allowed }) => allowed).length
  }
  return taken
}

describe.each([
  ['memory', () => null],
  ['Redis', () => redis],
])('counted in %s', (_where, client) => {
  test('no more than the limit, all at once', async () => {
    const limiter = makeLimiter(40, client())
    expect(await take(limiter, 100)).toBe(40)
    expect(await limiter.consume('key')).toMatchObject({ allowed: false, limit: 40, remaining: 0 })
    expect(await limiter.consume('another')).toMatchObject({ allowed: true, remaining: 39 })
  })

  test('addresses share a limit, and a newcomer is never starved', async () => {
    const limiter = makeLimiter(1_200, client())
    expect(await take(limiter, 700, { network: 'first' })).toBe(600)
    expect(await take(limiter, 700, { network: 'second' })).toBe(9)
    expect(await take(limiter, 700, { network: 'first' })).toBe(0)
    for (let network = 0; network < 20; network += 1) {
      expect(await take(limiter, 20, { network: String(network) })).toBeGreaterThan(5)
    }
    expect(await take(limiter, 20, { network: 'newcomer' })).toBeGreaterThan(5)
  })

  test('a dear request counts for several, and never for more than there are', async () => {
    const limiter = makeLimiter(20, client())
    expect(await limiter.consume('key', { cost: 8 })).toMatchObject({ remaining: 12 })
    expect(await limiter.consume('key', { cost: 8 })).toMatchObject({ remaining: 4 })
    expect(await limiter.consume('key', { cost: 8 })).toMatchObject({
      allowed: false,
      remaining: 4,
    })
    expect(await limiter.consume('key', { cost: 4 })).toMatchObject({ allowed: true, remaining: 0 })
    expect(await limiter.consume('tiny', { cost: 99 })).toMatchObject({ allowed: true })
  })
})

/** Again while a busy machine kept Redis from answering in time, for then memory counts. */
async function inRedis(run: (open: (name: string, limit: number) => Limiter) => Promise<number>) {
  for (;;) {
    const opened: ReturnType<typeof makeLimiter>[] = []
    const result = await run((name, limit) => {
      const limiter = makeLimiter(limit, redis, name)
      opened.push(limiter)
      return limiter
    })
    if (opened.every(({ fallbacks }) => fallbacks() === 0)) return result
  }
}

test('two processes count together', async () => {
  const allowed = await inRedis(async (open) => {
    const name = randomUUID()
    const both = await Promise.all([take(open(name, 50), 50), take(open(name, 50), 50)])
    return both[0] + both[1]
  })
  expect(allowed).toBe(50)
})

/** Ends the pause after which Redis is asked again. */
const endPause = ({ outage }: { outage: { untilMs: number } }) => void (outage.untilMs = 0)

describe('while Redis is slow', () => {
  test.each([
    ['a limit of its own', undefined],
    ['a shared limit', { network: '203.0.113.7' }],
  ])('the limit stays exact: %s', async (_which, use) => {
    const name = randomUUID()
    const limit = use ? 800 : 400
    const limiter = makeLimiter(limit, redis, name)
    let allowed = 0
    for (let round = 0; round < 4; round += 1) {
      allowed += await take(limiter, 40, use)
      server.freeze()
      allowed += await take(limiter, 100, use)
      server.thaw()
      // Commands that waited while it was frozen are answered before this one.
      await redis.ping()
      endPause(limiter)
    }
    expect(limiter.fallbacks()).toBeGreaterThan(0)
    expect(allowed).toBe(400)
    // What was counted without Redis it was told afterwards.
    expect(await take(limiter, 1, use)).toBe(0)
    expect(await inRedis((open) => take(open(name, limit), 10, use))).toBe(0)
  })

  test('a request that Redis counted late is not counted twice', async () => {
    const limiter = makeLimiter(100, redis)
    expect(await take(limiter, 10)).toBe(10)
    server.freeze()
    expect(await take(limiter, 30)).toBe(30)
    server.thaw()
    await redis.ping()
    endPause(limiter)
    expect(await limiter.consume('key')).toMatchObject({ allowed: true, remaining: 59 })
  })

  test('a Redis that lost its count does not make a process let more through', async () => {
    const limiter = makeLimiter(30, redis)
    expect(await take(limiter, 20)).toBe(20)
    await server.flush()
    expect(await take(limiter, 30)).toBe(10)
    expect(await take(limiter, 30)).toBe(0)
  })
})
