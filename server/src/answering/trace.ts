import type { Trace, TraceCandidate } from '@footnote/contract/admin/messages'
import type { Written } from '../models/language/language-model.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BegunTurn } from './begin-turn.ts'
import type { Findings } from './gather-passages.ts'
import { isRelevant } from '../retrieval/relevance.ts'
import type { RankedCandidate, RankedPassage } from '../retrieval/retrieve.ts'
import type { Settled } from './settle.ts'
import type { Timings } from './timings.ts'

export type TracedAnswer = {
  findings: Findings
  usage: Written
  settled: Settled
  smallTalk: boolean
  timings: Timings
}

export function traceOf(
  question: AdmittedQuestion,
  { model, isCostCapped }: BegunTurn,
  { findings, usage, settled, smallTalk, timings }: TracedAnswer,
): Trace {
  const { search, used, found, turns } = findings
  return {
    request_id: question.requestId,
    search: {
      text: search.text,
      rewritten_by: search.by,
      top_k: question.topK,
      group_ids: question.groupIds && [...question.groupIds],
    },
    candidates: traceCandidates(findings.candidates, found, used),
    ...tracedAssessment(findings),
    prompt: {
      earlier_message_ids: turns.map(({ messageId }) => messageId),
      chunk_ids: used.map(({ id }) => id),
      voice: question.voice !== '',
    },
    model: smallTalk ? 'small_talk' : (model?.name ?? 'extract'),
    ...(isCostCapped ? { cost_capped: true as const } : {}),
    declined_by: settled.declinedBy,
    input_tokens: usage.inputTokens ?? null,
    output_tokens: usage.outputTokens ?? null,
    dropped_citations: settled.dropped,
    timings_ms: timings.read(),
  }
}

function tracedAssessment({ assessment }: Findings): Pick<Trace, 'answerability'> {
  if (!assessment) return {}
  const { probability, threshold, strictness: setting } = assessment
  return { answerability: { probability: rounded(probability), threshold, setting } }
}

function traceCandidates(
  candidates: readonly RankedCandidate[],
  found: readonly RankedPassage[],
  used: readonly RankedPassage[],
): TraceCandidate[] {
  const foundById = new Map(found.map((passage) => [passage.id, passage]))
  const usedIds = new Set(used.map(({ id }) => id))
  return candidates.map((candidate) => ({
    chunk_id: candidate.passageId,
    document_id: candidate.documentId,
    relevance: rounded(candidate.relevance),
    vector_score: rounded(candidate.vectorScore),
    text_score: rounded(candidate.textScore),
    rrf_score: rounded(candidate.rrfScore),
    rerank_score: rounded(foundById.get(candidate.passageId)?.rerankScore ?? 0),
    outcome: outcomeOf(candidate, foundById, usedIds),
  }))
}

/** A trace holds about 200 candidates, so digits add up. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000

function outcomeOf(
  candidate: RankedCandidate,
  found: ReadonlyMap<string, RankedPassage>,
  used: ReadonlySet<string>,
): TraceCandidate['outcome'] {
  if (used.has(candidate.passageId)) return 'used'
  if (found.has(candidate.passageId)) return used.size > 0 ? 'beyond_prompt' : 'not_covered'
  return isRelevant(candidate) ? 'beyond_top_k' : 'not_relevant'
}
