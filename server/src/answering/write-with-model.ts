import type { LanguageModel, Prompt, Written } from '../models/language-model.ts'
import { DECLINED } from './prompt.ts'

/** Text as the model writes it; nothing at all when it declines. */
export async function* writeWithModel(
  model: LanguageModel,
  prompt: Prompt,
  signal: AbortSignal,
): AsyncGenerator<string, Written> {
  const pieces = model.write(prompt, signal)
  // Held back while it may still become the word that declines.
  let start: string | null = ''
  try {
    for (;;) {
      const { value, done } = await pieces.next()
      if (done) {
        if (start !== null && start.trim() !== DECLINED) yield start
        return value
      }
      if (start === null) {
        yield value
        continue
      }
      start += value
      if (mayDecline(start)) continue
      yield start
      start = null
    }
  } finally {
    await pieces.return?.({ inputTokens: undefined, outputTokens: undefined })
  }
}

function mayDecline(text: string): boolean {
  const written = text.trim()
  return DECLINED.startsWith(written) || (written === DECLINED && text.length < 40)
}
