import { APICallError, type RerankingModelV4 } from '@ai-sdk/provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  fakeScore,
  startRerankServer,
  type RerankServer,
} from '../../../../test/fakes/rerank-server.ts'
import { createReranker, type RerankConfig } from './create-reranker.ts'
import { ModelError } from '../model-error.ts'
import { createProviderReranker } from './provider-reranker.ts'

let server: RerankServer
beforeEach(async () => {
  server = await startRerankServer({ apiKey: 'key-1' })
})
afterEach(async () => server.close())

async function rerankerWith(options: Partial<Extract<RerankConfig, { kind: 'http' }>> = {}) {
  const reranker = await createReranker({
    kind: 'http',
    url: server.url,
    apiKey: 'key-1',
    model: 'rerank-small',
    retryDelayMs: 1,
    // On a busy machine the two seconds of the service pass, and the call is tried again.
    attemptTimeoutMs: 60_000,
    ...options,
  })
  if (!reranker) throw new Error('no reranker')
  return reranker
}

/** A model as the providers of the AI SDK make them. */
const modelThat = (doRerank: RerankingModelV4['doRerank']): RerankingModelV4 => ({
  specificationVersion: 'v4',
  provider: 'test',
  modelId: 'rerank-v3.5',
  doRerank,
})

const query = 'rotate a private key'
const texts = ['invoices', 'a key', 'rotate a key', 'rotate a private key', '']
const scores = texts.map((text) => fakeScore(query, text))

test('scores come back in the order of the texts though the server sends the best first', async () => {
  expect(await (await rerankerWith()).rerank(query, texts)).toEqual(scores)
  expect(server.requests[0]?.body).toMatchObject({ model: 'rerank-small', query })
})

test('unsorted scores are matched to their texts by index', async () => {
  server.fail({ kind: 'unsorted' })
  expect(await (await rerankerWith()).rerank(query, texts)).toEqual(scores)
})

test("Voyage's reply format works too, and an address may end in a slash", async () => {
  const voyage = await startRerankServer({ format: 'voyage' })
  try {
    const reranker = await rerankerWith({ url: `${voyage.url}/`, apiKey: undefined })
    expect(await reranker.rerank(query, texts)).toEqual(scores)
  } finally {
    await voyage.close()
  }
})

test('a busy server is retried after the time it asks for', async () => {
  server.fail({ kind: 'status', status: 429, retryAfterSeconds: 0.2 })
  expect(await (await rerankerWith()).rerank(query, texts)).toEqual(scores)
  const [first, second] = server.requests
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(195)
})

test('a server that asks for too long a wait is not retried', async () => {
  server.fail({ kind: 'status', status: 429, retryAfterSeconds: 1 })
  const call = (await rerankerWith()).rerank(query, texts)
  await expect(call).rejects.toMatchObject({ retryable: true, statusCode: 429 })
  expect(server.requests).toHaveLength(1)
})

test('two failures end the call, with the status in the error', async () => {
  const failure = { kind: 'status', status: 500 } as const
  server.fail(failure, failure)
  await expect((await rerankerWith()).rerank(query, texts)).rejects.toThrow(
    'Reranking request failed after 2 attempts (status 500): the server refused the request',
  )
  expect(server.requests).toHaveLength(2)
})

test.each(['cut', 'drop'] as const)('a connection lost by %s is retried', async (kind) => {
  server.fail({ kind })
  expect(await (await rerankerWith()).rerank(query, texts)).toEqual(scores)
  expect(server.requests).toHaveLength(2)
})

test('a hanging attempt times out and the next one succeeds', async () => {
  server.fail({ kind: 'hang' })
  const reranker = await rerankerWith({ attemptTimeoutMs: 5_000 })
  expect(await reranker.rerank(query, texts)).toEqual(scores)
})

test('a call to a hanging server can be aborted', async () => {
  server.fail({ kind: 'hang' })
  const leave = new AbortController()
  const call = (await rerankerWith()).rerank(query, texts, leave.signal)
  await expect.poll(() => server.requests.length).toBe(1)
  leave.abort(new Error('the reader left'))
  await expect(call).rejects.toThrow('the reader left')
  expect(server.requests).toHaveLength(1)
})

test('a rejected key is not retried', async () => {
  const call = (await rerankerWith({ apiKey: 'wrong' })).rerank(query, texts)
  await expect(call).rejects.toMatchObject({ retryable: false, statusCode: 401 })
})

test('an HTML page instead of scores is refused and not retried', async () => {
  server.fail({ kind: 'page' })
  await expect((await rerankerWith()).rerank(query, texts)).rejects.toThrow(
    /after 1 attempt: the reply is not a list of scores/,
  )
  expect(server.requests).toHaveLength(1)
})

test.each([
  ['short', /4 scores for 4 of 5 texts/],
  ['twice', /5 scores for 4 of 5 texts/],
] as const)('a reply whose entries come %s is refused', async (kind, told) => {
  server.fail({ kind })
  await expect((await rerankerWith()).rerank(query, texts)).rejects.toThrow(told)
})

test('what was reranked does not appear in the error', async () => {
  server.fail({ kind: 'status', status: 400 })
  const error: unknown = await (
    await rerankerWith()
  )
    .rerank(query, texts)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ModelError)
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('private')
})

test('no texts need no request, and more than 100 are refused without one', async () => {
  const reranker = await rerankerWith()
  expect(await reranker.rerank(query, [])).toEqual([])
  await expect(reranker.rerank(query, Array(101).fill('key'))).rejects.toThrow(/101 texts.*100/)
  expect(server.requests).toHaveLength(0)
})

test('any AI SDK model is tried twice and its scores put in order', async () => {
  let calls = 0
  const model = modelThat(async () => {
    calls += 1
    if (calls === 1) {
      const detail = { url: 'http://test', requestBodyValues: {}, statusCode: 503 }
      throw new APICallError({ message: 'overloaded', ...detail })
    }
    return {
      ranking: [
        { index: 1, relevanceScore: 0.9 },
        { index: 0, relevanceScore: 0.2 },
      ],
    }
  })
  const reranker = createProviderReranker(model, { retryDelayMs: 1 })
  expect(reranker.model).toBe('rerank-v3.5')
  expect(await reranker.rerank('key', ['a', 'b'])).toEqual([0.2, 0.9])
})

test.each([
  ['out of range', { index: 7, relevanceScore: 0.9 }],
  ['not a number', { index: 1, relevanceScore: Number.NaN }],
])('a score %s is refused', async (_, wrong) => {
  const model = modelThat(async () => ({ ranking: [{ index: 0, relevanceScore: 0.2 }, wrong] }))
  await expect(createProviderReranker(model).rerank('key', ['a', 'b'])).rejects.toThrow(
    /not usable: none for text 1/,
  )
})

test('without a reranker configured there is none', async () => {
  expect(await createReranker({ kind: 'none' })).toBeNull()
})
