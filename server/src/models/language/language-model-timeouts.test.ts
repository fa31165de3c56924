import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'vitest'
import { describe, expect, test } from 'vitest'
import * as script from '../../../../test/fakes/model-scripts.ts'
import { startModelServer } from '../../../../test/fakes/model-server.ts'
import { failsWith, prompt, run } from '../../../../test/support/language-model.ts'
import type { LanguageModelOptions } from './create-language-model.ts'
import { createLanguageModel } from './create-language-model.ts'

const KEY = 'sk-1234567890'

// They wait for time limits, so they do it side by side.
describe.concurrent.each(['openai', 'openai-compatible'] as const)('%s', (provider) => {
  const start = async ({ onTestFinished }: TestContext) => {
    const server = await startModelServer({ apiKey: KEY })
    onTestFinished(() => server.close())
    const modelWith = (options: LanguageModelOptions) =>
      createLanguageModel({ provider, model: 'small', base_url: server.url }, KEY, {
        retryDelayMs: 1,
        ...options,
      })
    return { server, modelWith }
  }

  test('a provider that hangs before the first piece is a timeout and is not retried', async (context) => {
    const { server, modelWith } = await start(context)
    server.script(script.hangs())
    expect(await run(modelWith({ idleTimeoutMs: 1_500 }))).toEqual({
      text: '',
      failure: failsWith('timeout'),
    })
    expect(server.requests).toHaveLength(1)
    await expect.poll(() => server.requests[0]?.closedByClientAtMs).toBeDefined()
  })

  test('a provider that hangs between pieces is a timeout', async (context) => {
    const { server, modelWith } = await start(context)
    server.script(script.hangs('It ', 'is '))
    expect(await run(modelWith({ idleTimeoutMs: 5_000 }))).toEqual({
      text: 'It is ',
      failure: failsWith('timeout'),
    })
  })

  test('a slow drip is not idle, but its total time is limited', async (context) => {
    const { server, modelWith } = await start(context)
    const drip = script.says('one two three four five', { delayMs: 1_300 })
    server.script(drip, drip)
    expect(await run(modelWith({ idleTimeoutMs: 5_000 }))).toMatchObject({
      text: 'one two three four five',
    })
    const cut = await run(modelWith({ idleTimeoutMs: 20_000, totalTimeoutMs: 5_000 }))
    expect(cut.failure).toEqual(failsWith('timeout'))
    expect(cut.text).toMatch(/^one/)
    expect(cut.text).not.toContain('five')
  })

  test('a slow consumer does not count as an idle provider', async (context) => {
    const { server, modelWith } = await start(context)
    server.script(script.says('one two three'))
    const pieces = modelWith({ idleTimeoutMs: 5_000 }).write(prompt, new AbortController().signal)
    let text = ''
    for await (const together of pieces) {
      if (text === '') await sleep(5_500)
      text += together.join('')
    }
    expect(text).toBe('one two three')
  })
})
