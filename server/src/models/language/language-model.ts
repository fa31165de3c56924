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

/** No model was asked. */
export const NO_USAGE: Written = { inputTokens: 0, outputTokens: 0 }

/** Unknown where one of them is. */
export const addedUsage = (a: Written, b: Written): Written => ({
  inputTokens: addedTokens(a.inputTokens, b.inputTokens),
  outputTokens: addedTokens(a.outputTokens, b.outputTokens),
})

const addedTokens = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b

/** The whole text, for callers that do not stream. */
export async function writeWhole(
  model: LanguageModel,
  prompt: Prompt,
  signal: AbortSignal,
): Promise<{ text: string; usage: Written }> {
  const pieces = model.write(prompt, signal)
  let text = ''
  for (;;) {
    const next = await pieces.next()
    if (next.done) return { text, usage: next.value }
    text += next.value.join('')
  }
}
