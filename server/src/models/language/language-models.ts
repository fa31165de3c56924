import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSafeFetch } from '../../platform/network/safe-fetch.ts'
import type { WhyRefused } from '../../platform/network/safe-fetch.ts'
import type { SafeFetch } from '../../platform/network/safe-fetch.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { CircuitBreaker } from '../circuit-breaker.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { createLanguageModel } from './create-language-model.ts'
import {
  buildAddress,
  keyContext,
  LanguageModelSettings,
  getName,
} from './language-model-settings.ts'
import type { LanguageModel } from './language-model.ts'
import { ModelFailure } from '../model-failure.ts'

/** A knowledge base's own model; both null: none. */
export type StoredAnswerModel = {
  readonly answer_model: unknown
  readonly answer_model_key: Buffer | null
}

export type StandardModel = {
  readonly settings: LanguageModelSettings
  readonly apiKey: string | undefined
}

export type LanguageModels = {
  /** The deployment's. */
  readonly standard: LanguageModel | null
  /** The model of a knowledge base, or the deployment's; null: there is none. */
  of(stored: StoredAnswerModel, knowledgeBaseId: string): LanguageModel | null
  /** For the database; null: there is no SECRETS_KEY to seal it with. */
  sealKey(apiKey: string, settings: LanguageModelSettings, knowledgeBaseId: string): Buffer | null
  /** Why a knowledge base may not use a model at an address. */
  readonly whyRefused: WhyRefused
  close(): Promise<void>
}

export type LanguageModelsOptions = {
  readonly standard: StandardModel | null
  /** null: keys of knowledge bases are neither stored nor opened. */
  readonly secrets: SecretBox | null
  /** Whether models of knowledge bases may be at private addresses. The deployment's own may be anywhere. */
  readonly allowPrivateHosts: boolean
  readonly idleTimeoutMs: number
  readonly totalTimeoutMs: number
}

const MAX_MODELS = 1_000

/** Models are cached, so that all questions to one share its connections and its breaker. */
export function createLanguageModels(options: LanguageModelsOptions): LanguageModels {
  const { secrets, idleTimeoutMs, totalTimeoutMs, allowPrivateHosts } = options
  const trusted = createSafeFetch({ allowPrivate: true })
  const checked = createSafeFetch({
    allowPrivate: allowPrivateHosts,
    allowedBy: 'ALLOW_PRIVATE_MODEL_HOSTS',
  })
  const models = new LRUCache<string, LanguageModel>({ max: MAX_MODELS })
  const breakers = new LRUCache<string, CircuitBreaker>({ max: MAX_MODELS })

  function make(settings: LanguageModelSettings, apiKey: string | undefined, safe: SafeFetch) {
    const { fetch, post } = safe
    const name = `${getName(settings)} ${new URL(buildAddress(settings)).origin}`
    const breaker = breakers.get(name) ?? createCircuitBreaker()
    breakers.set(name, breaker)
    const limits = { idleTimeoutMs, totalTimeoutMs }
    return createLanguageModel(settings, apiKey, { ...limits, fetch, post, breaker })
  }

  function open(settings: LanguageModelSettings, sealed: Buffer | null, knowledgeBaseId: string) {
    if (sealed && !secrets) throw new Error('There is no SECRETS_KEY to open the key with.')
    const context = keyContext(settings, knowledgeBaseId)
    const apiKey = sealed ? secrets?.open(sealed, context) : undefined
    const id = digest(JSON.stringify([settings, apiKey]))
    const model = models.get(id) ?? make(settings, apiKey, checked)
    models.set(id, model)
    return model
  }

  const standard =
    options.standard && make(options.standard.settings, options.standard.apiKey, trusted)
  return {
    standard,
    of(stored, knowledgeBaseId) {
      if (stored.answer_model === null) return standard
      const settings = LanguageModelSettings.safeParse(stored.answer_model)
      if (!settings.success) return misconfigured('unknown/unknown', 'unreadable_settings')
      try {
        return open(settings.data, stored.answer_model_key, knowledgeBaseId)
      } catch {
        return misconfigured(getName(settings.data), 'unusable_key')
      }
    },
    sealKey: (apiKey, settings, knowledgeBaseId) =>
      secrets?.seal(apiKey, keyContext(settings, knowledgeBaseId)) ?? null,
    whyRefused: checked.whyRefused,
    async close() {
      await Promise.all([trusted.close(), checked.close()])
    },
  }
}

/** For unreadable settings or a key that does not open: the answer fails with `misconfigured`. */
const misconfigured = (name: string, reason: string): LanguageModel => ({
  name,
  // oxlint-disable-next-line require-yield -- it ends before it could
  async *write() {
    throw new ModelFailure('misconfigured', { model: name, reasons: [reason] })
  },
})

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')
