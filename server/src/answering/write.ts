import type { Written } from '../models/language-model.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BegunTurn } from './begin-turn.ts'
import type { Findings } from './find-sources.ts'
import { buildPrompt } from './prompt.ts'
import { writeExtract } from './write-extract.ts'
import { writeWithModel } from './write-with-model.ts'

/** The answer, piece by piece, those that came together at once. A writer that writes nothing declines. */
export function write(
  question: AdmittedQuestion,
  { model }: BegunTurn,
  findings: Findings,
  { maxOutputTokens, signal }: { maxOutputTokens: number; signal: AbortSignal },
): AsyncGenerator<readonly string[], Written> {
  if (findings.used.length === 0) return pieces([])
  if (!model) return pieces(writeExtract(findings.search.text, findings.used))
  const input = {
    question: question.text,
    knowledgeBaseName: question.caller.knowledgeBaseName,
    voice: question.widget?.voice ?? '',
    turns: findings.turns,
    passages: findings.used,
  }
  return writeWithModel(model, buildPrompt(input, maxOutputTokens), signal)
}

async function* pieces(texts: readonly string[]): AsyncGenerator<readonly string[], Written> {
  yield texts
  return { inputTokens: undefined, outputTokens: undefined }
}
