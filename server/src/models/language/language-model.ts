export type Prompt = {
  readonly system: string
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly maxOutputTokens: number
}

/** Token counts, where the provider gives them. */
export type Written = {
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
}

export type LanguageModel = {
  /** provider/model, for traces. */
  readonly name: string
  /** Streams pieces of text, batched as they arrive. Returns the usage; throws ModelFailure. */
  write(prompt: Prompt, signal: AbortSignal): AsyncGenerator<readonly string[], Written>
}

/** The whole text, for callers that do not stream. */
export async function writeWhole(
  model: LanguageModel,
  prompt: Prompt,
  signal: AbortSignal,
): Promise<string> {
  let text = ''
  for await (const pieces of model.write(prompt, signal)) text += pieces.join('')
  return text
}
