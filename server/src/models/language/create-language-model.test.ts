import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ModelServer } from '../../../../test/fakes/model-server.ts'
import { startModelServer } from '../../../../test/fakes/model-server.ts'
import { failsWith, prompt, QUESTION, run } from '../../../../test/support/language-model.ts'
import * as script from '../../../../test/fakes/model-scripts.ts'
import type { LanguageModelOptions } from './create-language-model.ts'
import { createLanguageModel } from './create-language-model.ts'
import type { LanguageModel } from './language-model.ts'
import { ModelFailure } from '../model-failure.ts'

const KEY = 'sk-1234567890'
let server: ModelServer
beforeEach(async () => {
  server = await startModelServer({ apiKey: KEY })
})
afterEach(async () => server.close())

type Setup = LanguageModelOptions & { provider?: 'openai' | 'openai-compatible'; apiKey?: string }

function modelWith({ provider = 'openai', apiKey = KEY, ...options }: Setup = {}): LanguageModel {
  const settings = { provider, model: 'small', base_url: server.url }
  return createLanguageModel(settings, apiKey, { retryDelayMs: 1, ...options })
}

/** Both speak the same wire format but read it with different code. */
const PROVIDERS = ['openai', 'openai-compatible'] as const

test.each(PROVIDERS)(
  '%s: the prompt is sent and the text comes back with its usage',
  async (provider) => {
    server.script(script.says('Turn the **key** [1], then wait [2].'))
    const model = modelWith({ provider })
    expect(model.name).toBe(`${provider}/small`)
    expect(await run(model)).toEqual({
      text: 'Turn the **key** [1], then wait [2].',
      written: { inputTokens: 21, outputTokens: 7 },
    })
    const [request] = server.requests
    expect(request).toMatchObject({ system: prompt.system, messages: prompt.messages })
    expect(request?.body).toMatchObject({ model: 'small', stream: true, max_tokens: 300 })
  },
)

test.each(PROVIDERS.flatMap((provider) => [1, 2, 3, 5].map((size) => ({ provider, size }))))(
  '$provider: pieces of $size characters arrive as they were sent, none joined',
  async ({ provider, size }) => {
    const pieces = script.splitIntoPieces(size, 'See [1][2] – “naïve” 東京 [3].')
    server.script(script.says(pieces))
    const received = []
    const written = modelWith({ provider }).write(prompt, new AbortController().signal)
    for await (const together of written) received.push(...together)
    expect(received).toEqual(pieces)
  },
)

const REFUSALS = [
  ['a refused key', script.refusesKey, 'misconfigured'],
  ['a key without rights', script.fails(403), 'misconfigured'],
  ['an unknown model', script.lacksModel, 'misconfigured'],
  ['a redirect', script.fails(302), 'misconfigured'],
  [
    'a bad request that names the model',
    script.refusesRequest({ message: 'invalid model ID', param: 'model' }),
    'misconfigured',
  ],
  [
    'a prompt too long for the model',
    script.refusesRequest({ message: 'Too long.', code: 'context_length_exceeded' }),
    'misconfigured',
  ],
  ['any other bad request', script.refusesRequest({ message: 'Try again.' }), 'internal'],
  ['an empty account', script.lacksBalance, 'quota_exceeded'],
  ['a used-up quota', script.lacksQuota, 'quota_exceeded'],
  [
    'a billing limit',
    script.refusesRequest({ message: 'Limit reached.', code: 'billing_hard_limit_reached' }),
    'quota_exceeded',
  ],
  [
    'a filtered prompt',
    script.refusesRequest({ message: 'Filtered.', code: 'content_filter' }),
    'content_filtered',
  ],
  ['a busy provider that names no time', script.isBusy(), 'rate_limited'],
  ['a busy provider that names a long time', script.isBusy(3600), 'rate_limited'],
] as const

test.each(
  PROVIDERS.flatMap((provider) =>
    REFUSALS.map(([what, refusal, code]) => ({ provider, what, refusal, code })),
  ),
)('$provider: $what is tried once, then $code', async ({ provider, refusal, code }) => {
  server.script(refusal)
  expect(await run(modelWith({ provider }))).toEqual({ text: '', failure: failsWith(code) })
  expect(server.requests).toHaveLength(1)
})

test.each([
  ['too long', script.truncated('It is'), 'It is', 'truncated'],
  ['filtered', script.filtered('It is'), 'It is', 'content_filtered'],
  ['filtered before a word', script.filtered(), '', 'content_filtered'],
  ['empty', script.says(''), '', 'internal'],
] as const)('an answer that is %s is tried once', async (_, answer, text, code) => {
  for (const provider of PROVIDERS) {
    server.script(answer)
    expect(await run(modelWith({ provider }))).toEqual({ text, failure: failsWith(code) })
  }
  expect(server.requests).toHaveLength(PROVIDERS.length)
})

const FAULTS = [
  ['status 500', script.fails()],
  ['status 503', script.fails(503)],
  ['a dropped connection', script.cuts()],
  ['an end without a word', script.endsEarly()],
  ['garbage', script.talksGarbage()],
  ['a page', script.showsPage],
  ['an error inside the stream', script.failsInStream({ message: 'Oh.', type: 'server_error' })],
] as const

test.each(PROVIDERS.flatMap((provider) => FAULTS.map((fault) => [provider, ...fault] as const)))(
  '%s: %s is tried three times in all, then unavailable',
  async (provider, _, fault) => {
    server.script(fault, fault, fault, script.says('Too late'))
    const outcome = await run(modelWith({ provider }))
    expect(outcome).toEqual({ text: '', failure: failsWith('unavailable') })
    expect(server.requests).toHaveLength(3)
  },
)

test.each(PROVIDERS.flatMap((provider) => FAULTS.map((fault) => [provider, ...fault] as const)))(
  '%s: %s at first does not keep the answer from the reader',
  async (provider, _, fault) => {
    server.script(fault, fault, script.says('In time'))
    expect(await run(modelWith({ provider }))).toMatchObject({ text: 'In time' })
  },
)

const LATE_FAULTS = [
  ['a cut connection', script.cuts('It ', 'is ')],
  ['an early end', script.endsEarly('It ', 'is ')],
  ['garbage', script.talksGarbage('It ', 'is ')],
  ['an error', script.failsInStream({ message: 'Oh.', type: 'server_error' }, 'It ', 'is ')],
] as const

test.each(
  PROVIDERS.flatMap((provider) => LATE_FAULTS.map((fault) => [provider, ...fault] as const)),
)('%s: after the first piece %s is never tried again', async (provider, _, fault) => {
  server.script(fault)
  const outcome = await run(modelWith({ provider }))
  expect(outcome).toEqual({ text: 'It is ', failure: failsWith('unavailable') })
  expect(server.requests).toHaveLength(1)
})

test('a quota error inside the stream is not retried', async () => {
  for (const provider of PROVIDERS) {
    server.script(script.failsInStream({ message: 'No.', code: 'insufficient_quota' }))
    expect((await run(modelWith({ provider }))).failure).toEqual(failsWith('quota_exceeded'))
  }
  expect(server.requests).toHaveLength(PROVIDERS.length)
})

test('a refused connection is unavailable', async () => {
  const { url } = server
  await server.close()
  for (const provider of PROVIDERS) {
    const settings = { provider, model: 'small', base_url: url }
    const model = createLanguageModel(settings, KEY, { retryDelayMs: 1 })
    expect((await run(model)).failure).toEqual(failsWith('unavailable'))
  }
  server = await startModelServer()
})

test.each(PROVIDERS)(
  '%s: busy, it is asked again after the short time it names',
  async (provider) => {
    server.script(script.isBusy(0.2), script.says('Yes'))
    expect(await run(modelWith({ provider }))).toMatchObject({ text: 'Yes' })
    const [first, second] = server.requests
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(195)
  },
)

test('what was asked, the key and the words of the provider are not in the failure', async () => {
  const answers = [
    script.refusesRequest({ message: `Cannot answer "${QUESTION}" with ${KEY}` }),
    script.failsInStream({ message: `Cannot answer "${QUESTION}" with ${KEY}`, code: 400 }),
    script.talksGarbage(QUESTION),
  ]
  for (const [provider, answer] of PROVIDERS.flatMap((one) =>
    answers.map((a) => [one, a] as const),
  )) {
    server.script(answer)
    const { failure } = await run(modelWith({ provider }))
    expect(failure).toBeInstanceOf(ModelFailure)
    const shown = JSON.stringify(failure, Object.getOwnPropertyNames(failure))
    expect(shown).not.toMatch(/confidential|sk-1|Cannot/)
    expect((failure as Error).cause).toBeUndefined()
  }
})

test('a redirect is not followed, so the key is sent nowhere else', async () => {
  const other = await startModelServer()
  try {
    const location = `${other.url}/chat/completions`
    for (const provider of PROVIDERS) {
      server.script({ ending: { kind: 'status', status: 307, headers: { location } } })
      expect((await run(modelWith({ provider }))).failure).toEqual(failsWith('misconfigured'))
    }
    expect(other.requests).toHaveLength(0)
  } finally {
    await other.close()
  }
})
