import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModelServer } from '../../../../test/fakes/model-server.ts'
import { startModelServer } from '../../../../test/fakes/model-server.ts'
import { failsWith, prompt, run } from '../../../../test/support/language-model.ts'
import * as script from '../../../../test/fakes/model-scripts.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import type { LanguageModelOptions } from './create-language-model.ts'
import { createLanguageModel } from './create-language-model.ts'
import type { LanguageModel } from './language-model.ts'

const KEY = 'sk-1234567890'
let server: ModelServer
beforeEach(async () => {
  server = await startModelServer({ apiKey: KEY })
})
afterEach(async () => server.close())

describe.each(['openai', 'openai-compatible'] as const)('%s', (provider) => {
  const modelWith = (options: LanguageModelOptions = {}): LanguageModel =>
    createLanguageModel({ provider, model: 'small', base_url: server.url }, KEY, {
      retryDelayMs: 1,
      ...options,
    })

  test.each([
    ['before the first piece', script.hangs(), 0],
    ['between pieces', script.hangs('It ', 'is '), 2],
  ])(
    'a reader who leaves %s closes the connection to a model that hangs',
    async (_, hanging, pieces) => {
      server.script(hanging)
      const reader = new AbortController()
      const outcome = run(modelWith(), reader)
      await expect.poll(() => server.requests[0]?.sentPieces).toBe(pieces)
      reader.abort(new Error('the reader left'))
      expect((await outcome).failure).toEqual(failsWith('cancelled'))
      await expect.poll(() => server.requests[0]?.closedByClientAtMs).toBeDefined()
      expect(server.requests).toHaveLength(1)
    },
  )

  test('a client disconnect while nothing is being read closes the connection too', async () => {
    server.script(script.says('one two three four five six', { delayMs: 50 }))
    const reader = new AbortController()
    const pieces = modelWith().write(prompt, reader.signal)
    await pieces.next()
    reader.abort()
    await expect.poll(() => server.requests[0]?.closedByClientAtMs).toBeDefined()
    await expect(pieces.next()).rejects.toEqual(failsWith('cancelled'))
  })

  test('a loop that ends early closes the connection', async () => {
    server.script(script.hangs('It ', 'is '))
    for await (const _ of modelWith().write(prompt, new AbortController().signal)) break
    await expect.poll(() => server.requests[0]?.closedByClientAtMs).toBeDefined()
  })

  test('an attempt that failed leaves no connection open behind the next', async () => {
    const error = { message: 'No.', type: 'server_error' }
    server.script({ ending: { kind: 'error', error, hangs: true } }, script.hangs('It '))
    const pieces = modelWith().write(prompt, new AbortController().signal)
    await pieces.next()
    await expect.poll(() => server.requests[0]?.closedByClientAtMs).toBeDefined()
    expect(server.requests[1]?.closedByClientAtMs).toBeUndefined()
    await pieces.return({ inputTokens: undefined, outputTokens: undefined })
  })

  test('nothing is sent for a client that has already disconnected', async () => {
    const reader = new AbortController()
    reader.abort()
    expect((await run(modelWith(), reader)).failure).toEqual(failsWith('cancelled'))
    expect(server.requests).toHaveLength(0)
  })

  test('backpressure reaches the provider: nothing is buffered while nobody reads', async () => {
    const pieces = Array.from({ length: 4_000 }, () => 'x'.repeat(10_000))
    server.script(script.says(pieces))
    const reading = modelWith().write(prompt, new AbortController().signal)
    await reading.next()
    await reading.next()
    await sleep(500)
    const sent = server.requests[0]?.sentPieces ?? Infinity
    // 40 MB in all; what sockets and streams hold is a few.
    expect(sent).toBeLessThan(2_000)
    await sleep(200)
    expect(server.requests[0]?.sentPieces).toBe(sent)
    let read = 2
    for await (const together of reading) {
      expect(together.every((piece) => piece.length === 10_000)).toBe(true)
      read += together.length
      if (read > 500) break
    }
    expect(server.requests[0]?.sentPieces).toBeGreaterThan(sent)
  })

  test('the connection of a completed answer is reused', async () => {
    const model = modelWith()
    for (const text of 'one two three four five six seven eight'.split(' ')) {
      server.script(script.says(text))
      expect(await run(model)).toMatchObject({ text })
    }
    // A question that follows at once may find the connection not yet free.
    expect(new Set(server.requests.map(({ clientPort }) => clientPort)).size).toBeLessThan(4)
  })

  test('a model that keeps failing is paused, then tried once', async () => {
    let nowMs = 0
    const breaker = createCircuitBreaker({ maxFailures: 2, openMs: 1_000, now: () => nowMs })
    server.answer(() => script.fails())
    expect((await run(modelWith({ breaker }))).failure).toEqual(failsWith('unavailable'))
    expect((await run(modelWith({ breaker }))).failure).toEqual(failsWith('unavailable'))
    expect(server.requests).toHaveLength(6)
    expect((await run(modelWith({ breaker }))).failure).toEqual(failsWith('unavailable'))
    expect(server.requests).toHaveLength(6)
    nowMs = 1_500
    server.answer(() => script.says('I am back'))
    expect(await run(modelWith({ breaker }))).toMatchObject({ text: 'I am back' })
  })
})
