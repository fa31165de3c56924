import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Fetch } from '../../platform/network/safe-fetch.ts'
import type { LanguageModelSettings } from './language-model-settings.ts'
import { buildAddress } from './language-model-settings.ts'

type ProviderSettings = Exclude<LanguageModelSettings, { provider: 'openai-compatible' }>

/**
 * The provider's own model. Key and address are always passed: otherwise the packages look in the
 * environment and send the deployment's key to whatever address is set there. Each package is loaded
 * on first use, since a process rarely uses more than one.
 */
export async function createProviderModel(
  settings: ProviderSettings,
  apiKey: string,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const { provider, model } = settings
  const options = { baseURL: buildAddress(settings), fetch, apiKey }
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI(options).chat(model)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(options).languageModel(model)
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle(options).languageModel(model)
    }
    case 'mistral': {
      const { createMistral } = await import('@ai-sdk/mistral')
      return createMistral(options).languageModel(model)
    }
    case 'azure': {
      const { createAzure } = await import('@ai-sdk/azure')
      return createAzure(options).chat(model)
    }
    case 'bedrock': {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
      const credentials = bedrockCredentials(apiKey)
      return createAmazonBedrock({
        ...options,
        ...credentials,
        region: settings.region,
      }).languageModel(model)
    }
  }
}

/** A Bedrock API key, or an IAM user's `access key id:secret access key[:session token]`. */
function bedrockCredentials(key: string) {
  const [accessKeyId = '', secretAccessKey, sessionToken] = key.split(':')
  if (secretAccessKey === undefined) return { apiKey: key }
  // An empty key rather than none, which would be looked up in the environment.
  const credentials = { apiKey: '', accessKeyId, secretAccessKey }
  return sessionToken === undefined ? credentials : { ...credentials, sessionToken }
}
