import type { FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../platform/metrics.ts'
import { disconnectSignal } from './client-disconnect.ts'
import { createErrorHandler } from './errors/error-handler.ts'
import { sendFrames } from './sse.ts'

/** Runs `handle` once the client has disconnected, as happens when the hooks took that long. */
async function afterDisconnect<Result>(
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<Result>,
) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const metrics = createMetrics()
  app.setErrorHandler(createErrorHandler(metrics))
  const handled = Promise.withResolvers<Result>()
  const arrived = Promise.withResolvers<void>()
  app.get('/', async (request, reply) => {
    const left = new Promise((resolve) => reply.raw.once('close', resolve))
    arrived.resolve()
    await left
    const result = handle(request, reply)
    result.then(handled.resolve, handled.reject)
    return result
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const reader = new AbortController()
  const asked = fetch(app.listeningOrigin, { signal: reader.signal }).catch(() => undefined)
  await arrived.promise
  reader.abort()
  await asked
  return { handled: handled.promise, metrics }
}

test('the signal of a client that disconnected during a hook is aborted', async () => {
  const { handled } = await afterDisconnect(async (_, reply) => disconnectSignal(reply).aborted)
  expect(await handled).toBe(true)
})

test('a stream whose client disconnected before it began starts aborted', async () => {
  const { handled } = await afterDisconnect(async (_, reply) => {
    let isAborted = false
    const options = {
      stopSignal: new AbortController().signal,
      isReady: () => true,
      onFirstFrame: () => undefined,
    }
    await sendFrames(reply, options, async function* (signal) {
      isAborted = signal.aborted
      yield []
    })
    return isAborted
  })
  expect(await handled).toBe(true)
})

test('a stream that begins after the shutdown stopped waiting starts aborted', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  let isAborted = false
  app.get('/', (_, reply) =>
    sendFrames(
      reply,
      { stopSignal: AbortSignal.abort(), isReady: () => true, onFirstFrame: () => undefined },
      async function* (signal) {
        isAborted = signal.aborted
        yield []
      },
    ),
  )
  await app.inject('/')
  expect(isAborted).toBe(true)
})

test('work that a disconnect aborted counts as no failure', async () => {
  const { handled, metrics } = await afterDisconnect(async (_, reply) => {
    disconnectSignal(reply).throwIfAborted()
  })
  await expect(handled).rejects.toThrow('aborted')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await metrics.refusals.get()).values).toEqual([])
})

test('an abort without a disconnect is an error of the contract', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler(createErrorHandler(createMetrics()))
  app.get('/', async () => AbortSignal.abort().throwIfAborted())
  const reply = await app.inject('/')
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toMatchObject({ code: 'INTERNAL' })
})
