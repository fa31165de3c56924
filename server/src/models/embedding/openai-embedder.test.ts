import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  fakeVector,
  startEmbeddingsServer,
  type EmbeddingsServer,
} from '../../../../test/fakes/embeddings-server.ts'
import { ModelError } from '../model-error.ts'
import { createOpenaiEmbedder, type OpenaiEmbedderOptions } from './openai-embedder.ts'
import { normalise } from './pool-vectors.ts'

const dimensions = 64
let server: EmbeddingsServer

beforeEach(async () => {
  server = await startEmbeddingsServer({ dimensions, apiKey: 'key-1', delayMs: 5 })
})
afterEach(async () => server.close())

const embedderWith = (options: Partial<OpenaiEmbedderOptions> = {}) =>
  createOpenaiEmbedder({
    baseUrl: server.url,
    apiKey: 'key-1',
    model: 'embed-small',
    dimensions,
    retryDelayMs: 1,
    ...options,
  })

const unitVector = (text: string) => normalise(Float32Array.from(fakeVector(text, dimensions)))
const texts = Array.from({ length: 23 }, (_, index) => `passage ${index} about keys`)

test('vectors come back in the order of the texts, at unit length, over many batches', async () => {
  const vectors = await embedderWith({ maxBatch: 4 }).embedPassages(texts)
  expect(vectors).toEqual(texts.map(unitVector))
  expect(server.requests).toHaveLength(6)
})

test('a server that answers out of order does not mix up the texts', async () => {
  server.fail({ kind: 'shuffle' })
  expect(await embedderWith().embedPassages(texts)).toEqual(texts.map(unitVector))
})

test('at most the set number of passage requests run at once', async () => {
  // Two stay open, so that all the others share what is left.
  server.fail({ kind: 'hang' })
  server.fail({ kind: 'hang' })
  const embedder = embedderWith({ maxBatch: 1, maxConcurrency: 3 })
  const leave = new AbortController()
  const stuck = embedder.embedPassages(texts, leave.signal)
  await expect.poll(() => server.requests.length, { timeout: 20_000 }).toBe(texts.length)
  expect(server.mostAtOnce()).toBe(3)
  leave.abort(new Error('left'))
  await expect(stuck).rejects.toThrow('left')
})

test('a query does not wait for passages that use every slot', async () => {
  server.fail({ kind: 'hang' })
  const embedder = embedderWith({ maxConcurrency: 1 })
  const leave = new AbortController()
  const stuck = embedder.embedPassages(texts, leave.signal)
  await expect.poll(() => server.requests.length).toBe(1)
  expect(await embedder.embedQuery('rotate a key')).toEqual(unitVector('rotate a key'))
  leave.abort(new Error('left'))
  await expect(stuck).rejects.toThrow('left')
})

test('a busy server is retried after the time it asks for', async () => {
  server.fail({ kind: 'status', status: 429, retryAfterSeconds: 0.2 })
  expect(await embedderWith().embedQuery('keys')).toEqual(unitVector('keys'))
  const [first, second] = server.requests
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(195)
})

test('a server that asks for too long a wait is not retried', async () => {
  server.fail({ kind: 'status', status: 429, retryAfterSeconds: 3600 })
  await expect(embedderWith().embedQuery('keys')).rejects.toMatchObject({
    retryable: true,
    statusCode: 429,
  })
  expect(server.requests).toHaveLength(1)
})

test.each([
  ['a question', 2, () => embedderWith().embedQuery('keys')],
  ['passages', 3, () => embedderWith().embedPassages(['keys'])],
] as const)(
  '%s is given up after %i failures, with the status in the error',
  async (_, most, call) => {
    const failure = { kind: 'status', status: 500 } as const
    server.fail(failure, failure, failure)
    const failing = call()
    await expect(failing).rejects.toThrow(ModelError)
    await expect(failing).rejects.toThrow(new RegExp(`${most} attempts \\(status 500\\)`))
    expect(server.requests).toHaveLength(most)
  },
)

test('a query times out sooner than passages', async () => {
  server.fail({ kind: 'hang' }, { kind: 'hang' }, { kind: 'hang' })
  const startMs = performance.now()
  const call = embedderWith({ attemptTimeoutMs: 30_000 }).embedQuery('keys')
  await expect(call).rejects.toThrow(/no reply within 5000 ms/)
  expect(performance.now() - startMs).toBeLessThan(15_000)
})

test('the similarity baseline is measured once for concurrent callers, and again after a failure', async () => {
  const failure = { kind: 'status', status: 400 } as const
  server.fail(failure)
  const embedder = embedderWith()
  await expect(embedder.similarityBaseline()).rejects.toThrow(ModelError)
  const [one, other] = await Promise.all([
    embedder.similarityBaseline(),
    embedder.similarityBaseline(),
  ])
  expect(one).toBe(other)
  expect(one).toBeGreaterThanOrEqual(0)
  const asked = server.requests.length
  await embedder.similarityBaseline()
  expect(server.requests).toHaveLength(asked)
  expect(await embedderWith({ similarityBaseline: 0.7 }).similarityBaseline()).toBe(0.7)
  expect(server.requests).toHaveLength(asked)
})

test('a rejected key is not retried', async () => {
  const call = embedderWith({ apiKey: 'wrong' }).embedQuery('keys')
  await expect(call).rejects.toMatchObject({ retryable: false, statusCode: 401 })
  await expect(call).rejects.toThrow(/after 1 attempt /)
})

test('what was embedded does not appear in the error', async () => {
  server.fail({ kind: 'status', status: 400 })
  const error: unknown = await embedderWith()
    .embedQuery('a private question')
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ModelError)
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('private')
})

test('a call to a hanging server can be aborted', async () => {
  server.fail({ kind: 'hang' })
  const leave = new AbortController()
  const call = embedderWith().embedQuery('keys', leave.signal)
  await expect.poll(() => server.requests.length).toBe(1)
  leave.abort(new Error('the reader left'))
  await expect(call).rejects.toThrow('the reader left')
  expect(server.requests).toHaveLength(1)
})

test('a hanging attempt times out and the next one succeeds', async () => {
  server.fail({ kind: 'hang' })
  const vector = await embedderWith({ attemptTimeoutMs: 5_000 }).embedQuery('keys')
  expect(vector).toEqual(unitVector('keys'))
})

test.each(['cut', 'drop'] as const)('a connection lost by %s is retried', async (kind) => {
  server.fail({ kind })
  expect(await embedderWith().embedQuery('keys')).toEqual(unitVector('keys'))
  expect(server.requests).toHaveLength(2)
})

test('a vector of the wrong dimension is refused, and the error names both numbers', async () => {
  server.fail({ kind: 'dimensions', dimensions: 32 })
  await expect(embedderWith().embedQuery('keys')).rejects.toThrow(/32 dimensions where 64/)
})

test('a reply with a vector missing is refused', async () => {
  server.fail({ kind: 'short' })
  await expect(embedderWith().embedPassages(['a', 'b'])).rejects.toThrow(/Sent 2 texts.*got 1/)
})

test('an empty passage does not fail its batch', async () => {
  const vectors = await embedderWith().embedPassages(['', 'keys'])
  expect(vectors[1]).toEqual(unitVector('keys'))
})

test('dimensions are sent only when asked for', async () => {
  await embedderWith().embedQuery('keys')
  await embedderWith({ dimensions: 16, sendDimensions: true }).embedQuery('keys')
  expect(server.requests.map(({ body }) => body.dimensions)).toEqual([undefined, 16])
})
