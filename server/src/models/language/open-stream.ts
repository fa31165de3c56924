import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Post } from '../../platform/network/post.ts'
import type { Fetch } from '../../platform/network/safe-fetch.ts'
import { openChatCompletion } from './chat-completions.ts'
import type { LanguageModelSettings } from './language-model-settings.ts'
import { buildAddress, needsKey } from './language-model-settings.ts'
import type { OpenStream } from './model-stream.ts'
import { openProviderStream } from './model-stream.ts'
import { createProviderModel } from './provider-model.ts'

/** How to open a stream from a model. A provider's package is loaded with its first question. */
export function openStreamTo(
  settings: LanguageModelSettings,
  apiKey: string | undefined,
  { fetch, post }: { fetch: Fetch; post: Post },
): OpenStream {
  const { provider, model } = settings
  if (provider === 'openai-compatible') {
    return openChatCompletion({ address: buildAddress(settings), model, apiKey, post })
  }
  if (needsKey(settings) && (apiKey ?? '').trim() === '') {
    throw new Error(`A model of ${provider} needs a key.`)
  }
  let loaded: Promise<LanguageModelV4> | undefined
  return async (prompt, watch) => {
    loaded ??= createProviderModel(settings, apiKey ?? '', fetch)
    return openProviderStream(await loaded)(prompt, watch)
  }
}
