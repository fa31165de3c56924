import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '../../platform/metrics.ts'
import { createErrorHandler } from '../errors/error-handler.ts'
import { addRequestDeadline } from './request-deadline.ts'

const DEADLINE_MS = 300
const app = fastify()

/** Longer than the deadline. */
async function* slowly(): AsyncGenerator<string> {
  for (const piece of ['{"a"', ':', '1}']) {
    yield piece
    await sleep(DEADLINE_MS)
  }
}

beforeAll(async () => {
  app.setErrorHandler(createErrorHandler(createMetrics()))
  addRequestDeadline(app, DEADLINE_MS)
  app.get('/hangs', () => new Promise(() => undefined))
  app.get('/fails-late', () =>
    sleep(2 * DEADLINE_MS).then(() => Promise.reject(new Error('too late'))),
  )
  app.get('/long', { config: { deadlineMs: 30_000 } }, () =>
    sleep(2 * DEADLINE_MS).then(() => 'done'),
  )
  app.get('/streams', (_request, reply) => reply.send(Readable.from(slowly())))
  app.post('/', async (request) => request.body)
  app.post('/hangs', () => new Promise(() => undefined))
  await app.register(async (scope) => {
    scope.addHook('onRequest', () => new Promise(() => undefined))
    scope.get('/hook-hangs', async () => 'never')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(app.listeningOrigin + path, init)
  return { status: response.status, text: await response.text() }
}

const slowBody = (): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: ReadableStream.from(slowly()).pipeThrough(new TextEncoderStream()),
  duplex: 'half',
})

test.each(['/hangs', '/fails-late', '/hook-hangs'])('%s is answered with 503', async (path) => {
  const { status, text } = await ask(path)
  expect(status).toBe(503)
  expect(JSON.parse(text)).toMatchObject({ code: 'UNAVAILABLE', retryable: true })
  // What comes too late is nobody's any more.
  await sleep(2 * DEADLINE_MS)
  expect((await ask('/long')).status).toBe(200)
})

test('a route may have longer, and an open stream has as long as it takes', async () => {
  expect(await ask('/long')).toEqual({ status: 200, text: 'done' })
  expect(await ask('/streams')).toEqual({ status: 200, text: '{"a":1}' })
})

test('the time of a slow body does not count, that of its handler does', async () => {
  expect(await ask('/', slowBody())).toEqual({ status: 200, text: '{"a":1}' })
  expect((await ask('/hangs', slowBody())).status).toBe(503)
})
