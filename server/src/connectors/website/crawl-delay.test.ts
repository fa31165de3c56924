import { expect, test } from 'vitest'
import { createCrawlDelay } from './crawl-delay.ts'
import { readRobots } from './robots.ts'

test('requests that come together leave one after another', async () => {
  const crawlDelay = createCrawlDelay()
  crawlDelay.setDelay(100)
  const started = performance.now()
  const { signal } = new AbortController()
  await Promise.all([crawlDelay.wait(signal), crawlDelay.wait(signal), crawlDelay.wait(signal)])
  expect(performance.now() - started).toBeGreaterThan(195)
})

test('a waiting request can be cancelled', async () => {
  const crawlDelay = createCrawlDelay()
  crawlDelay.pauseFor(60_000)
  const controller = new AbortController()
  const turn = crawlDelay.wait(controller.signal)
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
