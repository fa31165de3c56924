import type { TraceCandidate } from '@footnote/contract/admin/messages'
import type { Citation } from '@footnote/contract/public/citation'
import type { Turn } from '../conversations/threads.ts'
import { NO_USAGE } from '../models/language/language-model.ts'
import { failureFields } from '../models/failure-fields.ts'
import type { Log } from '../platform/log.ts'
import type { Assessment } from '../retrieval/answerability/assess.ts'
import { assessAnswerability } from '../retrieval/answerability/assess.ts'
import type { RetrievalDeps } from '../retrieval/retrieve.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BegunTurn } from './begin-turn.ts'
import type { CitablePassage } from './citations/citable-passage.ts'
import { toCitablePassages } from './citations/citable-passage.ts'
import { aboutQuestion } from './log-failure.ts'
import { turnsWithinBudget, withinBudget } from './writing/prompt.ts'
import { quoteSections } from './extract/quote-sections.ts'
import { demoteShown } from './follow-up/demote-shown.ts'
import type { Rewritten } from './follow-up/rewrite.ts'
import { rewrite } from './follow-up/rewrite.ts'
import { recogniseSmallTalk } from './small-talk/recognise.ts'
import type { Timings } from './timings.ts'
import { traceCandidates } from './traced-candidates.ts'

/** Earlier turns may take this share of the prompt; the passages need the rest. */
const TURNS_SHARE = 0.3

export type Findings = {
  search: Rewritten
  candidates: TraceCandidate[]
  /** null: nothing was searched for. */
  assessment: Assessment | null
  /** What the writer gets: none when the knowledge base does not cover the question. */
  used: readonly Pick<Citation, 'chunk_id' | 'document_id'>[]
  /** The same, or what is quoted of them, with the citations that readers see. */
  citable: CitablePassage[]
  /** The answer, where it is quoted and not written by a model. */
  quoted: readonly string[] | null
  turns: Turn[]
}

/** Rewrites a follow-up, searches, and decides whether the knowledge base covers the question. */
export async function gatherPassages(
  deps: RetrievalDeps & { log: Log },
  question: AdmittedQuestion,
  { model, answerability, turns: earlier }: BegunTurn,
  {
    promptTokens,
    signal,
    timings,
  }: { promptTokens: number; signal: AbortSignal; timings: Timings },
): Promise<Findings> {
  const turns = turnsWithinBudget(withoutSmallTalk(question, earlier), promptTokens * TURNS_SHARE)
  const search = await rewrite(model, question.text, turns, signal, (failure) => {
    const fields = { ...failureFields(failure), ...aboutQuestion(question) }
    deps.log.warn(fields, 'a model did not rewrite a follow-up, so it was done by rule')
  })
  timings.mark('rewritten')
  const {
    passages: found,
    candidates,
    evidence,
  } = await retrieve(
    deps,
    {
      caller: question.caller,
      text: search.text,
      groupIds: question.groupIds,
      limit: question.topK,
      withEvidence: true,
      hiddenDocumentIds: question.hiddenDocumentIds,
      requestId: question.requestId,
      onFound: () => timings.mark('retrieved'),
    },
    signal,
  )
  timings.mark('reranked')
  const budget = turns.length === 0 ? promptTokens : promptTokens * (1 - TURNS_SHARE)
  // Judged on everything found: `top_k` says nothing about the documents.
  const asked = { text: search.text, candidates, evidence, strictness: answerability }
  const assessment = await assessAnswerability(deps.embedders, question.caller, asked, signal)
  timings.mark('assessed')
  const ordered = demoteShown(found, question.text, turns)
  const used = assessment.isAnswerable ? withinBudget(ordered, budget) : []
  const usedIds = used.map(({ id }) => id)
  const quoted =
    model || used.length === 0 ? null : await quoteSections(deps.db, question.caller, usedIds)
  timings.mark('quoted')
  const citable = quoted?.citable ?? toCitablePassages(used)
  return {
    search,
    candidates: traceCandidates(candidates, found, used),
    assessment,
    // Nothing else of the search is held while the model is silent.
    used: quoted
      ? used.map(({ id, documentId }) => ({ chunk_id: id, document_id: documentId }))
      : citable.map(({ citation }) => citation),
    citable,
    quoted: quoted?.pieces ?? null,
    turns,
  }
}

/** What was said between questions is no part of what the next one means. */
const withoutSmallTalk = ({ caller }: AdmittedQuestion, turns: readonly Turn[]): Turn[] =>
  turns.filter(
    (turn) => !recogniseSmallTalk(turn.question, caller.languages, caller.knowledgeBaseName),
  )

/** Of a message that needs no search. */
export const emptyFindings = (text: string): Findings => ({
  search: { text, by: 'none', usage: NO_USAGE },
  candidates: [],
  assessment: null,
  used: [],
  citable: [],
  quoted: null,
  turns: [],
})
