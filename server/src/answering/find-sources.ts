import type { Turn } from '../conversations/threads.ts'
import { coverage, covers, relevantOnly } from '../retrieval/relevance.ts'
import type { RankedCandidate, RankedPassage, RetrievalDeps } from '../retrieval/retrieve.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { BegunTurn } from './begin-turn.ts'
import type { Source } from './citations/source.ts'
import { toSources } from './citations/source.ts'
import { turnsWithinBudget, withinBudget } from './prompt.ts'
import type { Rewritten } from './rewrite.ts'
import { rewrite } from './rewrite.ts'
import type { Timings } from './trace.ts'

/** Earlier turns may take this share of the prompt; the passages need the rest. */
const TURNS_SHARE = 0.3

export type Findings = {
  search: Rewritten
  candidates: readonly RankedCandidate[]
  /** What the search gave. */
  found: RankedPassage[]
  coverage: number
  /** What the writer gets: none when the knowledge base does not cover the question. */
  used: RankedPassage[]
  /** The same, as the reader sees them. */
  sources: Source[]
  turns: Turn[]
}

/** Searches for what the question means, and decides whether the knowledge base covers it. */
export async function findSources(
  deps: RetrievalDeps,
  question: AdmittedQuestion,
  { model, turns: earlier }: BegunTurn,
  {
    promptTokens,
    signal,
    timings,
  }: { promptTokens: number; signal: AbortSignal; timings: Timings },
): Promise<Findings> {
  const turns = turnsWithinBudget(earlier, promptTokens * TURNS_SHARE)
  const search = await rewrite(model, question.text, turns, signal)
  timings.mark('rewritten')
  let candidates: readonly RankedCandidate[] = []
  const found = await retrieve(
    deps,
    {
      caller: question.caller,
      text: search.text,
      groupIds: question.groupIds,
      limit: question.topK,
      explain: (ranked) => (candidates = ranked),
    },
    signal,
  )
  timings.mark('retrieved')
  const budget = turns.length === 0 ? promptTokens : promptTokens * (1 - TURNS_SHARE)
  // Of all that was found: how many passages a reader asks for says nothing about the documents.
  const relevant = relevantOnly(candidates)
  const used = covers(relevant) ? withinBudget(found, budget) : []
  return {
    search,
    candidates,
    found,
    coverage: coverage(relevant),
    used,
    sources: toSources(used),
    turns,
  }
}
