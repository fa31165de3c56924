import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failsWith, prompt, run } from '../../../../test/support/language-model.ts'
import { createLanguageModel } from './create-language-model.ts'
import type { LanguageModelSettings } from './language-model-settings.ts'

/** What the next requests get: a status with a body, or events of a stream. */
type Reply = {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  events?: unknown[]
}

let server: Server
let replies: Reply[]
let seen: { path: string; headers: IncomingMessage['headers']; body: string }[]

beforeEach(async () => {
  replies = []
  seen = []
  server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString()
  seen.push({ path: request.url ?? '', headers: request.headers, body })
  const reply = replies.shift() ?? { status: 500, body: {} }
  const { status = 200, headers = {}, events } = reply
  const contentType = events ? 'text/event-stream' : 'application/json'
  response.writeHead(status, { 'content-type': contentType, ...headers })
  if (!events) return void response.end(JSON.stringify(reply.body))
  for (const event of events) {
    const type = (event as { type?: string }).type
    response.write(
      `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`,
    )
  }
  response.end()
}

const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`

function makeModel(provider: 'anthropic' | 'google' | 'mistral') {
  const settings: LanguageModelSettings = { provider, model: 'small-1', base_url: baseUrl() }
  return createLanguageModel(settings, 'key-1', { retryDelayMs: 1 })
}

describe('anthropic', () => {
  const start = {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'small-1',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 25, output_tokens: 1 },
    },
  }
  const deltas = (...texts: string[]) => [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...texts.map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    })),
  ]
  const end = (stop_reason: string) => [
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: 15 },
    },
    { type: 'message_stop' },
  ]
  const error = (type: string, message: string) => ({ type: 'error', error: { type, message } })

  test('an answer and its usage are parsed, and the key is in its own header', async () => {
    replies.push({ events: [start, ...deltas('Turn it ', '[1].'), ...end('end_turn')] })
    expect(await run(makeModel('anthropic'))).toEqual({
      text: 'Turn it [1].',
      written: { inputTokens: 25, outputTokens: 15 },
    })
    expect(seen[0]).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'key-1' } })
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      model: 'small-1',
      max_tokens: 300,
      system: [{ type: 'text', text: prompt.system }],
    })
  })

  test.each([
    [401, error('authentication_error', 'invalid x-api-key'), 'misconfigured'],
    [404, error('not_found_error', 'model: small-1'), 'misconfigured'],
    [429, error('rate_limit_error', 'This request would exceed your rate limit.'), 'rate_limited'],
    [529, error('overloaded_error', 'Overloaded'), 'unavailable'],
    [
      400,
      error('invalid_request_error', 'Your credit balance is too low to access the API.'),
      'quota_exceeded',
    ],
  ])('status %i', async (status, body, code) => {
    replies = Array.from({ length: 3 }, () => ({ status, body }))
    expect((await run(makeModel('anthropic'))).failure).toEqual(failsWith(code))
    expect(seen).toHaveLength(code === 'unavailable' ? 3 : 1)
  })

  test('overloaded is retried as the first event of a stream, and not later', async () => {
    const overloaded = error('overloaded_error', 'Overloaded')
    replies.push(
      { events: [overloaded] },
      { events: [start, overloaded] },
      { events: [start, ...deltas('Turn '), overloaded] },
    )
    expect(await run(makeModel('anthropic'))).toEqual({
      text: 'Turn ',
      failure: failsWith('unavailable'),
    })
    expect(seen).toHaveLength(3)
  })

  test.each([
    ['max_tokens', 'truncated'],
    ['refusal', 'content_filtered'],
  ])('stop reason %s is %s', async (reason, code) => {
    replies.push({ events: [start, ...deltas('Turn '), ...end(reason)] })
    expect((await run(makeModel('anthropic'))).failure).toEqual(failsWith(code))
  })

  test('a stream that ends in mid-answer is unavailable', async () => {
    replies.push({ events: [start, ...deltas('Turn ')] })
    expect(await run(makeModel('anthropic'))).toEqual({
      text: 'Turn ',
      failure: failsWith('unavailable'),
    })
  })
})

describe('google', () => {
  const chunk = (text: string, finishReason?: string) => ({
    candidates: [
      {
        content: { parts: [{ text }], role: 'model' },
        index: 0,
        ...(finishReason && { finishReason }),
      },
    ],
    usageMetadata: { promptTokenCount: 25, candidatesTokenCount: 15, totalTokenCount: 40 },
    modelVersion: 'small-1',
  })
  const error = (code: number, status: string, message: string, details: unknown[] = []) => ({
    error: { code, message, status, details },
  })

  test('an answer and its usage are read, and the key is not in the address', async () => {
    replies.push({ events: [chunk('Turn it '), chunk('[1].', 'STOP')] })
    expect(await run(makeModel('google'))).toEqual({
      text: 'Turn it [1].',
      written: { inputTokens: 25, outputTokens: 15 },
    })
    expect(seen[0]).toMatchObject({
      path: '/v1/models/small-1:streamGenerateContent?alt=sse',
      headers: { 'x-goog-api-key': 'key-1' },
    })
  })

  const keyInvalid = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'API_KEY_INVALID',
  }
  const retryIn = (retryDelay: string) => [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay },
  ]
  test.each([
    [
      400,
      error(400, 'INVALID_ARGUMENT', 'Please pass a valid key.', [keyInvalid]),
      'misconfigured',
    ],
    [401, error(401, 'UNAUTHENTICATED', 'Invalid credentials.'), 'misconfigured'],
    [403, error(403, 'PERMISSION_DENIED', 'No permission.'), 'misconfigured'],
    [404, error(404, 'NOT_FOUND', 'models/small-1 is not found.'), 'misconfigured'],
    [429, error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.', retryIn('37s')), 'rate_limited'],
    [503, error(503, 'UNAVAILABLE', 'The model is overloaded.'), 'unavailable'],
  ])('status %i', async (status, body, code) => {
    replies = Array.from({ length: 3 }, () => ({ status, body }))
    expect((await run(makeModel('google'))).failure).toEqual(failsWith(code))
    expect(seen).toHaveLength(code === 'unavailable' ? 3 : 1)
  })

  test('a short retry delay named in the body is respected', async () => {
    const body = error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.', retryIn('0.05s'))
    replies.push({ status: 429, body }, { events: [chunk('Turn it.', 'STOP')] })
    expect(await run(makeModel('google'))).toMatchObject({ text: 'Turn it.' })
  })

  test.each([
    ['an answer cut by its length', [chunk('Turn', 'MAX_TOKENS')], 'truncated'],
    ['a filtered answer', [chunk('Turn', 'SAFETY')], 'content_filtered'],
    ['a filtered question', [{ promptFeedback: { blockReason: 'SAFETY' } }], 'content_filtered'],
    ['a stream that ends in mid-answer', [chunk('Turn')], 'unavailable'],
    ['an error in mid-answer', [chunk('Turn'), error(503, 'UNAVAILABLE', 'No.')], 'unavailable'],
  ])('%s', async (_, events, code) => {
    replies.push({ events })
    expect((await run(makeModel('google'))).failure).toEqual(failsWith(code))
    expect(seen).toHaveLength(1)
  })
})

describe('mistral', () => {
  const chunk = (content: string, finish_reason: string | null = null) => ({
    id: '53319a6c',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'small-1',
    choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason }],
    ...(finish_reason !== null && {
      usage: { prompt_tokens: 25, completion_tokens: 15, total_tokens: 40 },
    }),
  })
  const error = (type: string, message: string, code: string) => ({
    object: 'error',
    message,
    type,
    param: null,
    code,
  })

  test('an answer and its usage are read', async () => {
    replies.push({ events: [chunk(''), chunk('Turn it '), chunk('[1].', 'stop')] })
    expect(await run(makeModel('mistral'))).toEqual({
      text: 'Turn it [1].',
      written: { inputTokens: 25, outputTokens: 15 },
    })
    expect(seen[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer key-1' },
    })
  })

  test.each([
    [401, { detail: 'Unauthorized' }, 'misconfigured'],
    [400, error('invalid_model', 'Invalid model: small-1', '1500'), 'misconfigured'],
    [402, { detail: 'Payment required' }, 'quota_exceeded'],
    [429, error('rate_limited', 'Requests rate limit exceeded', '1300'), 'rate_limited'],
    [503, error('unreachable_backend', 'Service unavailable.', '1100'), 'unavailable'],
  ])('status %i', async (status, body, code) => {
    replies = Array.from({ length: 3 }, () => ({ status, body }))
    expect((await run(makeModel('mistral'))).failure).toEqual(failsWith(code))
    expect(seen).toHaveLength(code === 'unavailable' ? 3 : 1)
  })

  test.each([
    ['an answer cut by its length', [chunk('Turn', 'length')], 'truncated'],
    ['a stream that ends in mid-answer', [chunk('Turn')], 'unavailable'],
    ['an error in mid-answer', [chunk('Turn'), error('server_error', 'No.', '1')], 'unavailable'],
  ])('%s', async (_, events, code) => {
    replies.push({ events })
    expect((await run(makeModel('mistral'))).failure).toEqual(failsWith(code))
    expect(seen).toHaveLength(1)
  })
})
