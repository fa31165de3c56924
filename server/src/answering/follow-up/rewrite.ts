import type { Turn } from '../../conversations/threads.ts'
import type { LanguageModel, Written } from '../../models/language/language-model.ts'
import { NO_USAGE, writeWhole } from '../../models/language/language-model.ts'
import { storableText } from '../../text/storable-text.ts'
import { escapePassageTags } from '../writing/prompt.ts'
import { standAlone } from './stand-alone.ts'

export type Rewritten = {
  text: string
  by: 'none' | 'rule' | 'model'
  /** What the rewriting took of the model. */
  usage: Written
}

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
  if (turns.length === 0) return { text: question, by: 'none', usage: NO_USAGE }
  const written = model
    ? await askModel(model, question, turns, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        onFailure(error)
        return { text: null, usage: UNKNOWN }
      })
    : { text: null, usage: NO_USAGE }
  signal.throwIfAborted()
  const { usage } = written
  if (written.text !== null) {
    return { text: written.text, by: written.text === question ? 'none' : 'model', usage }
  }
  const text = standAlone(question, turns)
  return { text, by: text === question ? 'none' : 'rule', usage }
}

/** A model that failed may have read the question, and charge for it. */
const UNKNOWN: Written = { inputTokens: undefined, outputTokens: undefined }

async function askModel(
  model: LanguageModel,
  question: string,
  turns: readonly Turn[],
  signal: AbortSignal,
): Promise<{ text: string | null; usage: Written }> {
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
  const { text, usage } = await writeWhole(model, prompt, bounded)
  const written = storableText(text).trim()
  const isUsable = written !== '' && written.length <= MAX_CHARACTERS
  return { text: isUsable ? written : null, usage }
}
