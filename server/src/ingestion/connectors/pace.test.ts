import { expect, test } from 'vitest'
import { createPace, retryAfterMs } from './pace.ts'
import { readRobots } from './robots.ts'

const now = new Date('2026-01-01T00:00:00Z')

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thu, 01 Jan 2025 00:00:00 GMT', 0],
  ['soon', null],
  ['-5x', null],
  [null, null],
])('Retry-After: %s asks for %s ms', (header, pauseMs) => {
  expect(retryAfterMs(header, now)).toBe(pauseMs)
})

test('requests that come together leave one after another', async () => {
  const pace = createPace()
  pace.setDelay(100)
  const started = performance.now()
  const { signal } = new AbortController()
  await Promise.all([pace.turn(signal), pace.turn(signal), pace.turn(signal)])
  expect(performance.now() - started).toBeGreaterThan(195)
})

test('whoever waits for a turn can be cancelled', async () => {
  const pace = createPace()
  pace.holdFor(60_000)
  const controller = new AbortController()
  const turn = pace.turn(controller.signal)
  controller.abort()
  await expect(turn).rejects.toThrow('aborted')
})

test.each([
  ['Crawl-delay: 2', 2_000],
  ['Crawl-delay: 86400', 30_000],
  ['Crawl-delay: -1', 0],
  ['Crawl-delay: soon', 0],
])('%s makes a pause of %i ms', (line, pauseMs) => {
  const robots = readRobots('https://a.example/robots.txt', `User-agent: *\n${line}`, 'FootnoteBot')
  expect(robots.crawlDelayMs).toBe(pauseMs)
})
