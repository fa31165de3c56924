import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import type { TraceCandidate } from '@footnote/contract/admin/messages'
import type { Citation } from '@footnote/contract/public/citation'
import type { Turn } from '../conversations/threads.ts'
import { NO_USAGE } from '../models/language/language-model.ts'
import { failureFields } from '../models/failure-fields.ts'
import type { Log } from '../platform/log.ts'
import type { Assessment } from '../retrieval/answerability/assess.ts'
import { assessAnswerability } from '../retrieval/answerability/assess.ts'
import { mergeSearches } from '../retrieval/merge-searches.ts'
import type {
  AskedQuestion,
  NearestVerified,
  VerifiedMatch,
} from '../questions/verified/match-verified.ts'
import { matchVerified } from '../questions/verified/match-verified.ts'
import type { RetrievalDeps, RetrievalQuery, Retrieved } from '../retrieval/retrieve.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import { withMended } from '../retrieval/words/mend.ts'
import type { ReadWords } from '../retrieval/words/read-words.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BegunTurn } from './begin-turn.ts'
import type { CitablePassage } from './citations/citable-passage.ts'
import { toCitablePassages } from './citations/citable-passage.ts'
import { aboutQuestion } from './log-failure.ts'
import { turnsWithinBudget, withinBudget } from './writing/prompt.ts'
import { quoteClosest } from './extract/quote-closest.ts'
import { quoteSections } from './extract/quote-sections.ts'
import { demoteShown } from './follow-up/demote-shown.ts'
import type { SearchPlan } from './follow-up/plan-searches.ts'
import { planSearches } from './follow-up/plan-searches.ts'
import { recogniseSmallTalk } from './small-talk/recognise.ts'
import type { Timings } from './timings.ts'
import { traceCandidates } from './traced-candidates.ts'
import type { TracedRules } from './traced-rules.ts'
import { traceRules } from './traced-rules.ts'

/** Earlier turns may take this share of the prompt; the passages need the rest. */
const TURNS_SHARE = 0.3
/** Characters of a selection that are searched for: more would outweigh the question. */
const SELECTION_SEARCHED = 400
/** Passages whose sections are shown below what no page mentions. */
const CLOSEST = 3

export type Findings = {
  /** `typed`: before words were mended. */
  search: SearchPlan & { typed?: string }
  rules: TracedRules
  candidates: TraceCandidate[]
  /** null: nothing was searched for. */
  assessment: Assessment | null
  /** What the writer gets: none when the knowledge base does not cover the question. */
  used: readonly Pick<Citation, 'chunk_id' | 'document_id'>[]
  /** The same, or what is quoted of them, with the citations that readers see. */
  citable: CitablePassage[]
  /** The answer, where it is quoted and not written by a model. */
  quoted: readonly string[] | null
  words: QuestionWords
  turns: Turn[]
  /** The team's own answer, which is given in place of any other. */
  verified: { verifiedAt: Date } | null
  /** The verified answer whose question comes nearest. */
  nearestVerified: NearestVerified | null
}

export type QuestionWords = Pick<ReadWords, 'searchedFor' | 'missing'> & {
  /** The question is not covered because of those that are missing. */
  isDeclined: boolean
}

/** Plans what to search for; then finds the team's answer, or searches and decides whether that covers it. */
export async function gatherPassages(
  deps: RetrievalDeps & { log: Log },
  question: AdmittedQuestion,
  { model, answerability, maySplit, turns: earlier, hasVerified }: BegunTurn,
  {
    promptTokens,
    signal,
    timings,
  }: { promptTokens: number; signal: AbortSignal; timings: Timings },
): Promise<Findings> {
  const turns = turnsWithinBudget(withoutSmallTalk(question, earlier), promptTokens * TURNS_SHARE)
  const { languages } = question.caller
  const { page, selection } = question
  const toPlan = { question: question.text, turns, page, selection, maySplit, languages }
  const search = await planSearches(model, toPlan, signal, (failure) => {
    const fields = { ...failureFields(failure), ...aboutQuestion(question) }
    deps.log.warn(fields, 'a model did not say what to search for, so it was done by rule')
  })
  timings.mark('rewritten')
  const [first = question.text] = search.searches
  // Asked about a selection, the same words are another question.
  const mayMatch = hasVerified && selection === null
  const match = mayMatch ? await matchVerified(deps, toMatch(question, first), signal) : null
  if (match?.given) return verifiedFindings(search, match.given, match.nearest)
  const context = selection?.slice(0, SELECTION_SEARCHED).toWellFormed()
  const searched: Searched[] = []
  for (const text of search.searches) {
    const query = {
      caller: question.caller,
      text,
      context,
      page,
      groupIds: question.groupIds,
      filter: question.filter,
      limit: question.topK,
      withEvidence: true,
      hiddenDocumentIds: question.hiddenDocumentIds,
      requestId: question.requestId,
      onFound: () => timings.mark('retrieved'),
    }
    searched.push({ text, context, ...(await retrieve(deps, query, signal)) })
  }
  const { passages: found, candidates } = mergeSearches(searched, question.topK)
  timings.mark('reranked')
  const budget = turns.length === 0 ? promptTokens : promptTokens * (1 - TURNS_SHARE)
  const assessment = await assessBest(deps, question, searched, answerability, signal)
  timings.mark('assessed')
  const ordered = demoteShown(found, question.text, turns)
  const words = joinWords(question, searched)
  const isLikely = assessment !== null && assessment.probability >= assessment.threshold
  const isDeclined = assessment?.isAnswerable === false && words.missing.length > 0
  const use = () => (isDeclined ? ordered.slice(0, CLOSEST) : withinBudget(ordered, budget))
  const used = isLikely ? use() : []
  const usedIds = used.map(({ id }) => id)
  const sections =
    (model && !isDeclined) || used.length === 0
      ? null
      : await quoteSections(deps.db, question.caller, usedIds)
  const quoted = isDeclined ? quoteClosest(question, words.missing, sections) : sections
  timings.mark('quoted')
  const citable = quoted?.citable ?? toCitablePassages(used)
  return {
    search: withMendedSearches(search, searched),
    rules: traceRules(searched, found),
    candidates: traceCandidates(candidates, found, used),
    assessment,
    // Nothing else of the search is held while the model is silent.
    used: quoted
      ? used.map(({ id, documentId }) => ({ chunk_id: id, document_id: documentId }))
      : citable.map(({ citation }) => citation),
    citable,
    quoted: quoted?.pieces ?? null,
    words: { ...words, isDeclined },
    turns,
    verified: null,
    nearestVerified: match?.nearest ?? null,
  }
}

const toMatch = (question: AdmittedQuestion, text: string): AskedQuestion => ({
  caller: question.caller,
  text,
  groupIds: question.groupIds,
  filter: question.filter,
  hiddenDocumentIds: question.hiddenDocumentIds,
})

/** Nothing is searched. The answer rests on its own sources alone, and repeats no earlier turn. */
function verifiedFindings(
  search: SearchPlan,
  { text, verifiedAt, passages }: NonNullable<VerifiedMatch['given']>,
  nearestVerified: NearestVerified,
): Findings {
  const citable = toCitablePassages(passages)
  return {
    ...emptyFindings(''),
    search,
    used: citable.map(({ citation }) => citation),
    citable,
    quoted: [text],
    verified: { verifiedAt },
    nearestVerified,
  }
}

function withMendedSearches(plan: SearchPlan, searched: readonly Searched[]): Findings['search'] {
  const isMended = searched.some(({ words }) => words.searchedFor !== null)
  if (!isMended) return plan
  const searches = searched.map(({ words, text }) => words.searchedFor ?? text)
  return { ...plan, searches, typed: plan.searches.join(' ') }
}

/** The question as its words were read in all searches. */
function joinWords(
  { text }: AdmittedQuestion,
  searched: readonly Searched[],
): Pick<ReadWords, 'searchedFor' | 'missing'> {
  const mended = new Map(searched.flatMap(({ words }) => [...words.mended]))
  const searchedFor = withMended(text, mended)
  return {
    searchedFor: mended.size === 0 || searchedFor === text.normalize('NFKC') ? null : searchedFor,
    missing: [...new Set(searched.flatMap(({ words }) => words.missing))],
  }
}

type Searched = Retrieved & Pick<RetrievalQuery, 'text' | 'context'>

/** Assesses each search and keeps the one that is answered best: an answer to a part is an answer. */
async function assessBest(
  { embedders }: RetrievalDeps,
  { caller }: AdmittedQuestion,
  searched: readonly Searched[],
  strictness: Answerability,
  signal: AbortSignal,
): Promise<Assessment | null> {
  let best: Assessment | null = null
  for (const { text, context, candidates, evidence, words } of searched) {
    // Judged on everything found: `top_k` says nothing about the documents.
    const asked = { text, context, candidates, evidence, words, strictness }
    const assessment = await assessAnswerability(embedders, caller, asked, signal)
    const margin = ({ isAnswerable, probability, threshold }: Assessment) =>
      (isAnswerable ? 1 : 0) + probability - threshold
    if (!best || margin(assessment) > margin(best)) best = assessment
  }
  return best
}

/** What was said between questions is no part of what the next one means. */
const withoutSmallTalk = ({ caller }: AdmittedQuestion, turns: readonly Turn[]): Turn[] =>
  turns.filter(
    (turn) => !recogniseSmallTalk(turn.question, caller.languages, caller.knowledgeBaseName),
  )

/** Findings for small talk, which is never searched. */
export const emptyFindings = (text: string): Findings => ({
  search: { searches: [text], by: 'none', usage: NO_USAGE },
  rules: {},
  candidates: [],
  assessment: null,
  used: [],
  citable: [],
  quoted: null,
  words: { searchedFor: null, missing: [], isDeclined: false },
  turns: [],
  verified: null,
  nearestVerified: null,
})
