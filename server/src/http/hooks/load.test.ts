import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../../platform/metrics.ts'
import { createRoom } from '../room.ts'
import { addLoadShedding } from './load.ts'

function standStill(milliseconds: number): void {
  const endMs = performance.now() + milliseconds
  while (performance.now() < endMs);
}

async function serving(maxEventLoopDelayMs: number, startingMs: number) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler((_error, _request, reply) => reply.code(429).send())
  const room = createRoom({ maxOpenRequests: 10, maxEventLoopDelayMs }, createMetrics())
  await app.register(async (scope) => {
    addLoadShedding(scope, room)
    scope.get('/', () => 'served')
  })
  await app.ready()
  standStill(startingMs)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return async () => (await fetch(app.listeningOrigin)).status
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a process that took long to start serves its first reader', async () => {
  const ask = await serving(1_000, 2_500)
  expect(await ask()).toBe(200)
  await turn()
  expect(await ask()).toBe(200)
})

test('a process that stands still turns readers away until it moves again', async () => {
  const ask = await serving(1_000, 0)
  expect(await ask()).toBe(200)
  for (const _ of [1, 2, 3]) {
    standStill(2_200)
    await turn()
  }
  expect(await ask()).toBe(429)
  await expect.poll(ask, { timeout: 10_000 }).toBe(200)
})

test('a process that may lag turns nobody away', async () => {
  const ask = await serving(0, 0)
  for (const _ of [1, 2, 3]) {
    standStill(1_200)
    await turn()
  }
  expect(await ask()).toBe(200)
})
