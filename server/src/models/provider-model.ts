import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Fetch } from '../platform/safe-fetch.ts'
import type { LanguageModelSettings } from './language-model-settings.ts'
import { addressOf, needsKey } from './language-model-settings.ts'

/**
 * The provider's own model. Key and address are always given, never left out: the packages would
 * look in the environment and send the deployment's key to whatever address is set.
 */
export function createProviderModel(
  settings: LanguageModelSettings,
  apiKey: string | undefined,
  fetch: Fetch,
): LanguageModelV4 {
  const { provider, model } = settings
  const baseURL = addressOf(settings)
  if (needsKey(settings) && (apiKey ?? '').trim() === '') {
    throw new Error(`A model of ${provider} needs a key.`)
  }
  const options = { baseURL, fetch, apiKey: apiKey ?? '' }
  switch (provider) {
    case 'openai':
      return createOpenAI(options).chat(model)
    case 'anthropic':
      return createAnthropic(options).languageModel(model)
    case 'google':
      return createGoogle(options).languageModel(model)
    case 'mistral':
      return createMistral(options).languageModel(model)
    case 'azure':
      return createAzure(options).chat(model)
    case 'bedrock':
      return createAmazonBedrock({
        ...options,
        ...bedrockCredentials(options.apiKey),
        region: settings.region,
      }).languageModel(model)
    case 'openai-compatible':
      return createOpenAICompatible({
        name: provider,
        baseURL,
        fetch,
        includeUsage: true,
        ...(apiKey !== undefined && apiKey !== '' && { apiKey }),
      }).languageModel(model)
  }
}

/** A Bedrock API key, or an IAM user's `access key id:secret access key[:session token]`. */
function bedrockCredentials(key: string) {
  const [accessKeyId = '', secretAccessKey, sessionToken] = key.split(':')
  if (secretAccessKey === undefined) return { apiKey: key }
  // An empty key, not none: none would be looked for in the environment.
  const credentials = { apiKey: '', accessKeyId, secretAccessKey }
  return sessionToken === undefined ? credentials : { ...credentials, sessionToken }
}
