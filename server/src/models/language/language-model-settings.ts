import {
  AwsRegion,
  AzureResource,
  ModelAddress,
  ModelName,
} from '@footnote/contract/admin/answer-model'
import { z } from 'zod'

const model = ModelName
const base_url = ModelAddress.optional()

const withAddress = <Provider extends string>(provider: Provider) =>
  z.strictObject({ provider: z.literal(provider), model, base_url })

/** Which model writes the answers, and where it runs. Its key is stored separately. */
export const LanguageModelSettings = z.discriminatedUnion('provider', [
  withAddress('openai'),
  withAddress('anthropic'),
  withAddress('google'),
  withAddress('mistral'),
  z
    .strictObject({
      provider: z.literal('azure'),
      model,
      resource: AzureResource.optional(),
      base_url,
    })
    .refine(({ resource, base_url: given }) => (resource === undefined) !== (given === undefined), {
      path: ['resource'],
      message: 'or base_url must be set for azure, and not both',
    }),
  z.strictObject({
    provider: z.literal('bedrock'),
    model,
    region: AwsRegion,
    base_url,
  }),
  z.strictObject({ provider: z.literal('openai-compatible'), model, base_url: ModelAddress }),
])
export type LanguageModelSettings = z.infer<typeof LanguageModelSettings>

const PUBLIC_ADDRESSES = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  mistral: 'https://api.mistral.ai/v1',
} as const

/**
 * Where requests go. Always passed to the provider's package, which would otherwise look for an
 * address in the environment.
 */
export function buildAddress(settings: LanguageModelSettings): string {
  if (settings.base_url !== undefined) return settings.base_url
  switch (settings.provider) {
    case 'azure':
      return `https://${settings.resource}.openai.azure.com/openai`
    case 'bedrock': {
      const suffix = settings.region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
      return `https://bedrock-runtime.${settings.region}.${suffix}`
    }
    case 'openai':
    case 'anthropic':
    case 'google':
    case 'mistral':
      return PUBLIC_ADDRESSES[settings.provider]
    case 'openai-compatible':
      return settings.base_url
  }
}

/**
 * What a key is bound to: the whole address, since on a shared gateway another path can be another
 * customer.
 */
export const keyBinding = (settings: LanguageModelSettings): string =>
  `${settings.provider} ${new URL(buildAddress(settings)).href.replace(/\/+$/, '')}`

/** What a knowledge base's key is sealed with: it opens for no other knowledge base or address. */
export const keyContext = (settings: LanguageModelSettings, knowledgeBaseId: string): string[] => [
  knowledgeBaseId,
  keyBinding(settings),
]

/** Self-hosted servers, such as Ollama, often need no key. */
export const needsKey = ({ provider }: LanguageModelSettings): boolean =>
  provider !== 'openai-compatible'

export const getName = (settings: LanguageModelSettings): string =>
  `${settings.provider}/${settings.model}`
