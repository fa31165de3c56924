import type { Trace } from '@footnote/contract/admin/messages'
import type { Written } from '../models/language/language-model.ts'
import { toFilterFields } from '../retrieval/document-scope.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BegunTurn } from './begin-turn.ts'
import type { Findings } from './gather-passages.ts'
import type { Settled } from './settle.ts'
import type { Timings } from './timings.ts'
import { rounded } from './traced-candidates.ts'

/** Why sections are quoted although a model was to write; `error`: how it failed. */
export type Fallback = {
  reason: NonNullable<Trace['fallback']>
  error?: Trace['model_error']
}

export type TracedAnswer = {
  findings: Findings
  usage: Written
  settled: Settled
  smallTalk: boolean
  timings: Timings
  fallback?: Fallback | undefined
}

export function buildTrace(
  question: AdmittedQuestion,
  { model, isCostCapped }: BegunTurn,
  { findings, usage, settled, smallTalk, timings, fallback }: TracedAnswer,
): Trace {
  const { search, used, turns } = findings
  return {
    request_id: question.requestId,
    search: {
      text: search.searches.join(' '),
      ...(search.typed === undefined ? {} : { typed: search.typed }),
      ...(search.searches.length > 1 ? { searches: [...search.searches] } : {}),
      rewritten_by: search.by,
      top_k: question.topK,
      group_ids: question.groupIds && [...question.groupIds],
      ...toFilterFields(question.filter),
      ...findings.rules,
    },
    candidates: findings.candidates,
    ...tracedAssessment(findings),
    ...(findings.words.missing.length > 0 ? { missing_words: [...findings.words.missing] } : {}),
    prompt: {
      earlier_message_ids: turns.map(({ messageId }) => messageId),
      chunk_ids: used.map(({ chunk_id }) => chunk_id),
      voice: question.voice !== '',
    },
    model: smallTalk ? 'small_talk' : writerOf(findings, usage, model?.name),
    ...(findings.nearestVerified ? { verified_answer: findings.nearestVerified } : {}),
    ...(isCostCapped ? { cost_capped: true as const } : {}),
    ...(fallback ? { fallback: fallback.reason } : {}),
    ...(fallback?.error ? { model_error: fallback.error } : {}),
    declined_by: settled.declinedBy,
    input_tokens: usage.inputTokens ?? null,
    output_tokens: usage.outputTokens ?? null,
    dropped_citations: settled.dropped,
    timings_ms: timings.read(),
  }
}

/** A model that was asked what to search for is paid for, whoever wrote the answer. */
function writerOf({ verified }: Findings, { inputTokens }: Written, model = 'extract'): string {
  return verified && inputTokens === 0 ? 'verified' : model
}

function tracedAssessment({ assessment }: Findings): Pick<Trace, 'answerability'> {
  if (!assessment) return {}
  const { probability, threshold, strictness: setting } = assessment
  return { answerability: { probability: rounded(probability), threshold, setting } }
}
