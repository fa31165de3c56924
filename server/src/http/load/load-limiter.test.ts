import { expect, test } from 'vitest'
import { createMetrics } from '../../platform/metrics.ts'
import { createLoadLimiter } from './load-limiter.ts'

function makeLimiter(maxOpenRequests: number, maxOpenRequestsPerAddress = 0) {
  const clock = { ms: 0 }
  const limits = {
    maxOpenRequests,
    minAdaptiveLimit: 16,
    maxOpenRequestsPerAddress,
    maxEventLoopDelayMs: 0,
  }
  return { clock, loadLimiter: createLoadLimiter(limits, createMetrics(), () => clock.ms) }
}

const isAllowed = (slot: { decision(): { allowed: boolean } }) => slot.decision().allowed

test('a rejected request takes no slot', () => {
  const { loadLimiter } = makeLimiter(1)
  const inside = loadLimiter.acquire('192.0.2.1')
  const refused = loadLimiter.acquire('192.0.2.2')
  expect([inside, refused].map(isAllowed)).toEqual([true, false])
  inside.release()
  expect(isAllowed(loadLimiter.acquire('192.0.2.3'))).toBe(true)
  refused.release()
  expect(isAllowed(loadLimiter.acquire('192.0.2.4'))).toBe(false)
})

test('a request whose body is still arriving holds no slot, and takes a free one afterwards', () => {
  const { loadLimiter } = makeLimiter(1)
  const slow = loadLimiter.acquire('192.0.2.1')
  slow.suspend()
  const quick = loadLimiter.acquire('192.0.2.2')
  expect(isAllowed(quick)).toBe(true)
  slow.resume()
  expect(isAllowed(slow)).toBe(false)
  quick.release()
  slow.resume()
  expect(isAllowed(slow)).toBe(true)
  expect(isAllowed(loadLimiter.acquire('192.0.2.2'))).toBe(false)
})

test('an address has a limit of its own, which includes requests still being sent', () => {
  const { loadLimiter } = makeLimiter(10, 2)
  const first = loadLimiter.acquire('a')
  first.suspend()
  expect(isAllowed(loadLimiter.acquire('a'))).toBe(true)
  const third = loadLimiter.acquire('a')
  expect(third.decision()).toMatchObject({ allowed: false, limit: 2, remaining: 0 })
  third.resume()
  expect(isAllowed(third)).toBe(false)
  expect(isAllowed(loadLimiter.acquire('b'))).toBe(true)
  expect(isAllowed(loadLimiter.acquire(null))).toBe(true)
  third.release()
  first.release()
  first.release()
  expect(isAllowed(loadLimiter.acquire('a'))).toBe(true)
  expect(isAllowed(loadLimiter.acquire('a'))).toBe(false)
})

test('a limiter that admits nobody for some seconds is saturated until a slot is free', () => {
  const { loadLimiter, clock } = makeLimiter(1)
  const inside = loadLimiter.acquire(null)
  clock.ms = 10_000
  expect(loadLimiter.isSaturated()).toBe(false)
  loadLimiter.acquire(null)
  clock.ms = 14_000
  loadLimiter.acquire(null)
  expect(loadLimiter.isSaturated()).toBe(false)
  clock.ms = 15_000
  expect(loadLimiter.isSaturated()).toBe(true)
  inside.release()
  expect(loadLimiter.isSaturated()).toBe(false)
  loadLimiter.acquire(null)
  clock.ms = 30_000
  expect(loadLimiter.isSaturated()).toBe(false)
})
