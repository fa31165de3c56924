import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failsWith, run } from '../../../../test/support/language-model.ts'
import * as script from '../../../../test/fakes/model-scripts.ts'
import type { ModelServer } from '../../../../test/fakes/model-server.ts'
import { startModelServer } from '../../../../test/fakes/model-server.ts'
import type { LanguageModelSettings } from './language-model-settings.ts'
import type { LanguageModels, LanguageModelsOptions } from './language-models.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { createLanguageModels } from './language-models.ts'

const KEY = 'sk-of-a-knowledge-base'
const BASE = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const OTHER_BASE = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c'

let server: ModelServer
let open: LanguageModels[]
beforeEach(async () => {
  server = await startModelServer({ apiKey: KEY })
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((models) => models.close()))
  await server.close()
})

function modelsWith(options: Partial<LanguageModelsOptions> = {}): LanguageModels {
  const models = createLanguageModels({
    standard: null,
    secrets: createSecretBox('a secrets key of the tests, 32 or more'),
    allowPrivateHosts: true,
    idleTimeoutMs: 5_000,
    totalTimeoutMs: 5_000,
    ...options,
  })
  open.push(models)
  return models
}

const settingsAt = (base_url: string, model = 'small'): LanguageModelSettings => ({
  provider: 'openai-compatible',
  model,
  base_url,
})
const seal = (models: LanguageModels, settings: LanguageModelSettings, id = BASE) =>
  models.sealKey(KEY, settings, id)

test('a knowledge base without a model of its own has the deployment’s, or none', async () => {
  const nothing = { answer_model: null, answer_model_key: null }
  expect(modelsWith().of(nothing, BASE)).toBeNull()
  const standard = { settings: settingsAt(server.url, 'standard'), apiKey: KEY }
  const model = modelsWith({ standard }).of(nothing, BASE)
  expect(model?.name).toBe('openai-compatible/standard')
  expect(model && (await run(model))).toMatchObject({ text: 'All is well [1].' })
})

test('a knowledge base is answered by its own model with its own key', async () => {
  const standard = { settings: settingsAt(server.url, 'standard'), apiKey: 'sk-standard' }
  const models = modelsWith({ standard })
  const settings = settingsAt(server.url, 'own')
  const stored = { answer_model: settings, answer_model_key: seal(models, settings) }
  const model = models.of(stored, BASE)
  expect(model && (await run(model))).toMatchObject({ text: 'All is well [1].' })
  expect(server.requests[0]).toMatchObject({
    body: { model: 'own' },
    headers: { authorization: `Bearer ${KEY}` },
  })
})

test('the same settings and key share one model, others do not', () => {
  const models = modelsWith()
  const settings = settingsAt(server.url)
  const stored = () => ({ answer_model: { ...settings }, answer_model_key: seal(models, settings) })
  expect(models.of(stored(), BASE)).toBe(models.of(stored(), BASE))
  const keyless = { answer_model: settings, answer_model_key: null }
  expect(models.of(keyless, BASE)).not.toBe(models.of(stored(), BASE))
  const larger = { answer_model: { ...settings, model: 'large' }, answer_model_key: null }
  expect(models.of(larger, BASE)).not.toBe(models.of(keyless, BASE))
})

test('knowledge bases with their own keys share a failing model’s circuit breaker', async () => {
  const models = modelsWith()
  const settings = settingsAt(server.url)
  const own = models.of({ answer_model: settings, answer_model_key: seal(models, settings) }, BASE)
  const otherKey = models.sealKey('sk-other', settings, OTHER_BASE)
  const other = models.of({ answer_model: settings, answer_model_key: otherKey }, OTHER_BASE)
  if (!own || !other) throw new Error('no model')
  server.answer(() => script.endsEarly('It '))
  for (let count = 0; count < 5; count += 1) await run(own)
  expect(server.requests).toHaveLength(5)
  expect((await run(other)).failure).toEqual(failsWith('unavailable'))
  expect(server.requests).toHaveLength(5)
})

/** Counts connections. */
async function startListener() {
  let connections = 0
  const listener = createServer((_, response) => response.end())
  listener.on('connection', () => (connections += 1))
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    connections: () => connections,
    [Symbol.dispose]: () => listener.close(),
  }
}

test('a key does not open for another address, knowledge base or secret', async () => {
  using attacker = await startListener()
  const models = modelsWith()
  const settings = settingsAt(server.url)
  const answer_model_key = seal(models, settings)
  const moved = [
    models.of({ answer_model: settingsAt(attacker.url), answer_model_key }, BASE),
    models.of({ answer_model: settingsAt(`${server.url}/other`), answer_model_key }, BASE),
    models.of({ answer_model: { ...settings, provider: 'openai' }, answer_model_key }, BASE),
    models.of({ answer_model: settings, answer_model_key }, OTHER_BASE),
    modelsWith({ secrets: createSecretBox('another secrets key, 32 characters') }).of(
      { answer_model: settings, answer_model_key },
      BASE,
    ),
    modelsWith({ secrets: null }).of({ answer_model: settings, answer_model_key }, BASE),
    models.of({ answer_model: { provider: 'nobody' }, answer_model_key }, BASE),
    models.of({ answer_model: { provider: 'openai', model: 'm' }, answer_model_key: null }, BASE),
  ]
  for (const model of moved) {
    expect(model && (await run(model)).failure).toEqual(failsWith('misconfigured'))
  }
  expect(attacker.connections()).toBe(0)
  expect(server.requests).toHaveLength(0)
})

test('a private address of a knowledge base is not connected to; the deployment’s own is', async () => {
  using listener = await startListener()
  const standard = { settings: settingsAt(server.url), apiKey: KEY }
  const models = modelsWith({ allowPrivateHosts: false, standard })
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1']) {
    const address = listener.url.replace('127.0.0.1', host)
    const settings = settingsAt(address)
    expect(await models.whyRefused(address)).toContain('ALLOW_PRIVATE_MODEL_HOSTS')
    const model = models.of({ answer_model: settings, answer_model_key: null }, BASE)
    expect(model && (await run(model)).failure).toEqual(failsWith('misconfigured'))
  }
  expect(listener.connections()).toBe(0)
  expect(models.standard && (await run(models.standard))).toMatchObject({
    text: 'All is well [1].',
  })
})

test('without a secrets key no key is sealed', () => {
  const models = modelsWith({ secrets: null })
  expect(seal(models, settingsAt(server.url))).toBeNull()
})
