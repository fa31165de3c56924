import { createRequire } from 'node:module'
import { BLOCKED_PORTS, hasBlockedPort } from '@footnote/contract/blocked-ports'
import { expect, test } from 'vitest'
import { failsWith, run } from '../../../test/support/language-model.ts'
import { createSafeFetch } from '../platform/network/safe-fetch.ts'
import { createLanguageModel } from './language/create-language-model.ts'
import { LanguageModelSettings } from './language/language-model-settings.ts'

const settingsAt = (base_url: string) =>
  ({ provider: 'openai-compatible', model: 'small', base_url }) as const

test('the blocked ports match those of the installed fetch', () => {
  const { badPorts } = createRequire(import.meta.url)('undici/lib/web/fetch/constants.js') as {
    badPorts: string[]
  }
  expect([...BLOCKED_PORTS]).toEqual(badPorts.map(Number))
})

test.each([25, 6000])(
  'a model at port %d is misconfigured, and the failure says why',
  async (port) => {
    const safe = createSafeFetch({ allowPrivate: true })
    const model = createLanguageModel(settingsAt(`http://127.0.0.1:${port}/v1`), undefined, {
      post: safe.post,
    })
    const { failure } = await run(model)
    await safe.close()
    expect(failure).toEqual(failsWith('misconfigured'))
    expect(failure).toMatchObject({ reasons: ['blocked_port'], model: 'openai-compatible/small' })
  },
)

test('settings with a blocked port are refused and the field is named', () => {
  const refused = LanguageModelSettings.safeParse(settingsAt('https://llm.example.com:6000/v1'))
  expect(refused.error?.issues).toMatchObject([
    { path: ['base_url'], message: expect.stringContaining('must use another port') },
  ])
  for (const address of ['https://llm.example.com/v1', 'http://10.0.0.1:8000/v1']) {
    expect(LanguageModelSettings.safeParse(settingsAt(address)).success).toBe(true)
    expect(hasBlockedPort(address)).toBe(false)
  }
})
