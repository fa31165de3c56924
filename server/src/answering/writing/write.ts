import type { Prompt } from '../../models/language/language-model.ts'
import type { AdmittedQuestion } from '../admit.ts'
import type { BegunTurn } from '../begin-turn.ts'
import type { Findings } from '../gather-passages.ts'
import { NO_USAGE } from '../../models/language/language-model.ts'
import { buildPrompt } from './prompt.ts'
import type { WriterEnd } from './write-with-model.ts'
import { writeWithModel } from './write-with-model.ts'

/** Null: no model is called, since there is none or nothing to write from. */
export function promptFor(
  question: AdmittedQuestion,
  { model }: BegunTurn,
  findings: Findings,
  maxOutputTokens: number,
): Prompt | null {
  if (!model || findings.used.length === 0 || findings.words.isDeclined || findings.verified)
    return null
  const input = {
    question: question.text,
    knowledgeBaseName: question.caller.knowledgeBaseName,
    voice: question.voice,
    turns: findings.turns,
    passages: findings.citable,
    missing: findings.words.missing,
    page: question.page,
    selection: question.selection,
  }
  return buildPrompt(input, maxOutputTokens)
}

/** Streams the answer in batches of pieces. A writer that yields nothing declines. */
export const write = (
  { model }: BegunTurn,
  { quoted }: Findings,
  prompt: Prompt | null,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], WriterEnd> =>
  model && prompt ? writeWithModel(model, prompt, signal) : writePieces(quoted ?? [])

export async function* writePieces(
  texts: readonly string[],
): AsyncGenerator<readonly string[], WriterEnd> {
  yield texts
  return { ...NO_USAGE, declined: false }
}
