import type { Turn } from '../../conversations/threads.ts'
import type { LanguageModel } from '../../models/language/language-model.ts'
import { writeWhole } from '../../models/language/language-model.ts'
import { escapePassageTags } from '../writing/prompt.ts'
import { standAlone } from './stand-alone.ts'

export type Rewritten = { text: string; by: 'none' | 'rule' | 'model' }

/** The reader waits: nothing is searched before the rewrite is done. */
const REWRITE_TIMEOUT_MS = 5_000
const MAX_OUTPUT_TOKENS = 200
const MAX_CHARACTERS = 1_000

const RULES = `Rewrite the reader's last question so that it can be understood without the conversation: put names in the place of words such as "it" or "there", and add what is left out. Keep its language and its meaning. If it already stands alone, repeat it. Write the question only.`

/**
 * Rewrites a follow-up so that it can be searched by itself: with the model, or by rule where there
 * is none or it fails. `onFailure` is told of a failure.
 */
export async function rewrite(
  model: LanguageModel | null,
  question: string,
  turns: readonly Turn[],
  signal: AbortSignal,
  onFailure: (failure: unknown) => void,
): Promise<Rewritten> {
  if (turns.length === 0) return { text: question, by: 'none' }
  const written = model
    ? await askModel(model, question, turns, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        onFailure(error)
        return null
      })
    : null
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
    .map((turn) => `Reader: ${turn.question}\nAnswer: ${escapePassageTags(turn.answer)}`)
    .join('\n\n')
  const prompt = {
    system: RULES,
    messages: [
      {
        role: 'user' as const,
        content: `${conversation}\n\nThe reader's last question: ${question}`,
      },
    ],
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  }
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(REWRITE_TIMEOUT_MS)])
  const text = await writeWhole(model, prompt, bounded)
  const written = text.replaceAll('\0', '').toWellFormed().trim()
  return written === '' || written.length > MAX_CHARACTERS ? null : written
}
