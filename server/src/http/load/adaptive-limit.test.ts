import { expect, test } from 'vitest'
import { createAdaptiveLimit } from './adaptive-limit.ts'

const ROUTE = '/search'

/** A process that serves so many a second, whatever waits: the more wait, the longer each takes. */
function simulate(bounds: { min: number; max: number }, options: { atBestMs?: number } = {}) {
  const clock = { ms: 0 }
  const limit = createAdaptiveLimit(bounds, () => clock.ms)
  const { atBestMs = 20 } = options
  /** For so long, with so many asking at once, at most as many let in as the limit says. */
  const run = (seconds: number, asking: number, perSecond: number) => {
    const until = clock.ms + seconds * 1000
    while (clock.ms < until) {
      const busy = Math.min(asking, limit.current())
      limit.note(busy)
      const beganMs = clock.ms
      const milliseconds = Math.max(atBestMs, (busy * 1000) / perSecond)
      clock.ms += Math.max(1, 1000 / perSecond)
      limit.observe(ROUTE, { milliseconds, beganMs })
    }
  }
  return { clock, limit, run }
}

test('it shrinks until what is let in is served in time, and serves as much as before', () => {
  const { limit, run } = simulate({ min: 4, max: 1_000 })
  run(5, 2, 40)
  expect(limit.current()).toBe(100)
  run(60, 1_500, 40)
  // 40 a second within half a second are 20.
  expect(limit.current()).toBeGreaterThanOrEqual(10)
  expect(limit.current()).toBeLessThanOrEqual(30)
})

test('it grows again when the process serves more', () => {
  const { limit, run } = simulate({ min: 4, max: 1_000 })
  run(30, 1_500, 40)
  run(60, 1_500, 2_000)
  expect(limit.current()).toBeGreaterThan(400)
})

test('it stays where it is while few ask', () => {
  const { limit, run } = simulate({ min: 4, max: 1_000 })
  run(60, 10, 1_000)
  expect(limit.current()).toBe(100)
})

test('never below the least, never above the most', () => {
  const small = simulate({ min: 8, max: 1_000 })
  small.run(60, 1_500, 2)
  expect(small.limit.current()).toBeGreaterThanOrEqual(8)
  const large = simulate({ min: 4, max: 120 })
  large.run(60, 1_500, 100_000)
  expect(large.limit.current()).toBe(120)
  expect(createAdaptiveLimit({ min: 500, max: 2 }).current()).toBe(2)
})

test('a route that always takes long, for its model say, is no overload', () => {
  const { limit, run } = simulate({ min: 4, max: 1_000 }, { atBestMs: 4_000 })
  run(120, 90, 1_000)
  expect(limit.current()).toBeGreaterThanOrEqual(90)
})

test('one slow request in a process that does little else is no overload', () => {
  const { limit, clock } = simulate({ min: 4, max: 1_000 })
  for (const milliseconds of [20, 20, 3_000]) {
    limit.note(1)
    const beganMs = clock.ms
    clock.ms += 5_000
    limit.observe(ROUTE, { milliseconds, beganMs })
  }
  expect(limit.current()).toBe(100)
})

test('clients that give up before they are served count as served late', () => {
  const clock = { ms: 0 }
  const limit = createAdaptiveLimit({ min: 4, max: 1_000 }, () => clock.ms)
  for (let sent = 0; sent < 200; sent += 1) {
    clock.ms += 25
    limit.note(100)
    limit.observe(ROUTE, { milliseconds: 2_000, beganMs: clock.ms, isAbandoned: true })
  }
  expect(limit.current()).toBeLessThan(20)
  const before = limit.current()
  for (let sent = 0; sent < 200; sent += 1) {
    clock.ms += 25
    limit.note(1)
    limit.observe(ROUTE, { milliseconds: 30, beganMs: clock.ms, isAbandoned: true })
  }
  expect(limit.current()).toBe(before)
})

test('what began under the old limit does not shrink the new one', () => {
  const clock = { ms: 0 }
  const limit = createAdaptiveLimit({ min: 4, max: 1_000 }, () => clock.ms)
  limit.note(100)
  limit.observe(ROUTE, { milliseconds: 10, beganMs: 0 })
  clock.ms = 1_000
  for (let sent = 0; sent < 20; sent += 1) limit.observe(ROUTE, { milliseconds: 900, beganMs: 100 })
  const shrunk = limit.current()
  expect(shrunk).toBeLessThan(100)
  for (let sent = 0; sent < 100; sent += 1) {
    clock.ms += 50
    limit.note(100)
    limit.observe(ROUTE, { milliseconds: 2_000, beganMs: 500 })
  }
  expect(limit.current()).toBe(shrunk)
})
