import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../../platform/metrics.ts'
import { createLoadLimiter } from '../load/load-limiter.ts'
import { addLoadShedding } from './load-shedding.ts'

function blockEventLoop(milliseconds: number): void {
  const endMs = performance.now() + milliseconds
  while (performance.now() < endMs);
}

async function serving(maxEventLoopDelayMs: number, startingMs: number) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler((_error, _request, reply) => reply.code(429).send())
  const loadLimiter = createLoadLimiter(
    {
      maxOpenRequests: 10,
      minAdaptiveLimit: 10,
      maxOpenRequestsPerAddress: 0,
      maxEventLoopDelayMs,
    },
    createMetrics(),
  )
  await app.register(async (scope) => {
    addLoadShedding(scope, loadLimiter)
    scope.get('/', () => 'served')
  })
  await app.ready()
  blockEventLoop(startingMs)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return async () => (await fetch(app.listeningOrigin)).status
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a process that was slow to start serves its first request', async () => {
  const ask = await serving(1_000, 2_500)
  expect(await ask()).toBe(200)
  await turn()
  expect(await ask()).toBe(200)
})

test('a process with a blocked event loop rejects requests until it recovers', async () => {
  const ask = await serving(1_000, 0)
  expect(await ask()).toBe(200)
  // Again where others took the core so long that the process recovered before it was asked.
  const askBlocked = async () => {
    for (const _ of [1, 2, 3]) {
      blockEventLoop(2_200)
      await turn()
    }
    return ask()
  }
  await expect.poll(askBlocked).toBe(429)
  await expect.poll(ask).toBe(200)
})

test('a process without a lag limit rejects nobody', async () => {
  const ask = await serving(0, 0)
  for (const _ of [1, 2, 3]) {
    blockEventLoop(1_200)
    await turn()
  }
  expect(await ask()).toBe(200)
})
