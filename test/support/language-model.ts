import { expect } from 'vitest'
import type { LanguageModel, Prompt } from '../../server/src/models/language/language-model.ts'

export const QUESTION = 'How do I rotate a confidential key?'

export const prompt: Prompt = {
  system: 'Answer from the sources.',
  messages: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hello, reader.' },
    { role: 'user', content: QUESTION },
  ],
  maxOutputTokens: 300,
}

export type Outcome = { text: string; written?: unknown; failure?: unknown }

/** Lets the model write to its end, good or bad. */
export async function run(
  model: LanguageModel,
  { signal }: AbortController = new AbortController(),
): Promise<Outcome> {
  const pieces = model.write(prompt, signal)
  let text = ''
  try {
    for (;;) {
      const next = await pieces.next()
      if (next.done) return { text, written: next.value }
      text += next.value.join('')
    }
  } catch (failure) {
    return { text, failure }
  }
}

export const failsWith = (code: string): unknown =>
  expect.objectContaining({ name: 'ModelFailure', code })
