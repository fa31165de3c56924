export type Prompt = {
  readonly system: string
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly maxOutputTokens: number
}

/** What the provider counted; some do not say. */
export type Written = {
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
}

export type LanguageModel = {
  /** provider/model, for traces. */
  readonly name: string
  /** Pieces of text as they come, those that came together at once. Returns the usage; throws ModelFailure. */
  write(prompt: Prompt, signal: AbortSignal): AsyncGenerator<readonly string[], Written>
}
