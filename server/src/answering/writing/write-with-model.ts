import type { LanguageModel, Prompt, Written } from '../../models/language/language-model.ts'
import { DECLINED } from './prompt.ts'

/** How a writer ended. A model declines where the passages do not answer. */
export type WriterEnd = Written & { declined: boolean }

/** Streams the model's text; yields nothing when it declines. */
export async function* writeWithModel(
  model: LanguageModel,
  prompt: Prompt,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], WriterEnd> {
  const written = model.write(prompt, signal)
  // Held back while they may still turn out to be the word that declines.
  let held: string[] | null = []
  try {
    for (;;) {
      const { value, done } = await written.next()
      if (done) {
        const declined = held !== null && declines(held.join(''))
        if (held !== null && !declined) yield held
        return { ...value, declined }
      }
      if (held === null) {
        yield value
        continue
      }
      held.push(...value)
      const text = held.join('')
      if (mayDecline(text) || declines(text)) continue
      yield held
      held = null
    }
  } finally {
    await written.return?.({ inputTokens: undefined, outputTokens: undefined })
  }
}

/** Models put the word in quotes, in bold or in code, and some explain themselves after it. */
const OPENING = /^[\s\p{Ps}\p{Pi}"'`*_#>-]+/u
const DECLINES = new RegExp(`^${DECLINED}(?![\\p{L}\\p{N}_])`, 'u')

const withoutOpening = (text: string): string => text.replace(OPENING, '')

const declines = (text: string): boolean => DECLINES.test(withoutOpening(text))

const mayDecline = (text: string): boolean => DECLINED.startsWith(withoutOpening(text))
