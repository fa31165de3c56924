import type { LanguageModel, Prompt, Written } from '../models/language-model.ts'
import { DECLINED } from './prompt.ts'

/** Text as the model writes it; nothing at all when it declines. */
export async function* writeWithModel(
  model: LanguageModel,
  prompt: Prompt,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], Written> {
  const written = model.write(prompt, signal)
  // Held back while they may still become the word that declines.
  let held: string[] | null = []
  try {
    for (;;) {
      const { value, done } = await written.next()
      if (done) {
        if (held !== null && held.join('').trim() !== DECLINED) yield held
        return value
      }
      if (held === null) {
        yield value
        continue
      }
      held.push(...value)
      if (mayDecline(held.join(''))) continue
      yield held
      held = null
    }
  } finally {
    await written.return?.({ inputTokens: undefined, outputTokens: undefined })
  }
}

function mayDecline(text: string): boolean {
  const written = text.trim()
  return DECLINED.startsWith(written) || (written === DECLINED && text.length < 40)
}
