import type { Turn } from '../conversations/threads.ts'
import type { LanguageModel } from '../models/language-model.ts'
import { writeWhole } from '../models/write-whole.ts'
import { standAlone } from './stand-alone.ts'

export type Rewritten = { text: string; by: 'none' | 'rule' | 'model' }

/** A reader waits for it before anything is searched. */
const PATIENCE_MS = 5_000
const MOST_OUTPUT_TOKENS = 200
const MOST_CHARACTERS = 1_000

const RULES = `Rewrite the reader's last question so that it can be understood without the conversation: put names in the place of words such as "it" or "there", and add what is left out. Keep its language and its meaning. If it already stands alone, repeat it. Write the question only.`

/** A follow-up, so that it can be searched by itself. Without a model, or when it fails, by rule. */
export async function rewrite(
  model: LanguageModel | null,
  question: string,
  turns: readonly Turn[],
  signal: AbortSignal,
): Promise<Rewritten> {
  if (turns.length === 0) return { text: question, by: 'none' }
  const written = model ? await askModel(model, question, turns, signal) : null
  signal.throwIfAborted()
  if (written !== null) return { text: written, by: written === question ? 'none' : 'model' }
  const text = standAlone(question, turns)
  return { text, by: text === question ? 'none' : 'rule' }
}

async function askModel(
  model: LanguageModel,
  question: string,
  turns: readonly Turn[],
  signal: AbortSignal,
): Promise<string | null> {
  const conversation = turns
    .map((turn) => `Reader: ${turn.question}\nAnswer: ${turn.answer}`)
    .join('\n\n')
  const prompt = {
    system: RULES,
    messages: [
      {
        role: 'user' as const,
        content: `${conversation}\n\nThe reader's last question: ${question}`,
      },
    ],
    maxOutputTokens: MOST_OUTPUT_TOKENS,
  }
  let text = ''
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
    text = await writeWhole(model, prompt, bounded)
  } catch {
    // The answer itself will meet the same trouble, and say it.
    return null
  }
  const written = text.replaceAll('\0', '').toWellFormed().trim()
  return written === '' || written.length > MOST_CHARACTERS ? null : written
}
