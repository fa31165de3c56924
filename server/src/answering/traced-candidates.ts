import type { TraceCandidate } from '@footnote/contract/admin/messages'
import { isRelevant } from '../retrieval/relevance.ts'
import type { RankedCandidate, RankedPassage } from '../retrieval/retrieve.ts'

/** What the trace says of the candidates, small enough to hold while a model is awaited. */
export type TracedCandidates = { readonly ids: string; readonly numbers: Float64Array }

const OUTCOMES: readonly TraceCandidate['outcome'][] = [
  'used',
  'beyond_prompt',
  'not_covered',
  'beyond_top_k',
  'not_relevant',
]
const ID_CHARACTERS = 36
const NUMBERS = 6

/** Up to 200 objects become one text of their ids and one list of their numbers. */
export function traceCandidates(
  candidates: readonly RankedCandidate[],
  found: readonly RankedPassage[],
  used: readonly { id: string }[],
): TracedCandidates {
  const foundById = new Map(found.map((passage) => [passage.id, passage]))
  const usedIds = new Set(used.map(({ id }) => id))
  const ids = candidates.flatMap(({ passageId, documentId }) => [passageId, documentId]).join('')
  const numbers = new Float64Array(candidates.length * NUMBERS)
  for (const [at, candidate] of candidates.entries()) {
    const { passageId, relevance, vectorScore, textScore, rrfScore } = candidate
    const rerankScore = foundById.get(passageId)?.rerankScore ?? 0
    const outcome = OUTCOMES.indexOf(outcomeOf(candidate, foundById, usedIds))
    numbers.set([relevance, vectorScore, textScore, rrfScore, rerankScore, outcome], at * NUMBERS)
  }
  return { ids, numbers }
}

export const unpackCandidates = ({ ids, numbers }: TracedCandidates): TraceCandidate[] =>
  Array.from({ length: numbers.length / NUMBERS }, (_, at) => unpacked(ids, numbers, at))

function unpacked(ids: string, numbers: Float64Array, at: number): TraceCandidate {
  const id = (index: number) => ids.slice(index * ID_CHARACTERS, (index + 1) * ID_CHARACTERS)
  const number = (index: number) => numbers[at * NUMBERS + index] ?? 0
  return {
    chunk_id: id(at * 2),
    document_id: id(at * 2 + 1),
    relevance: rounded(number(0)),
    vector_score: rounded(number(1)),
    text_score: rounded(number(2)),
    rrf_score: rounded(number(3)),
    rerank_score: rounded(number(4)),
    outcome: OUTCOMES[number(5)] ?? 'not_relevant',
  }
}

/** A trace holds about 200 candidates, so digits add up. */
export const rounded = (score: number): number => Math.round(score * 10_000) / 10_000

function outcomeOf(
  candidate: RankedCandidate,
  found: ReadonlyMap<string, RankedPassage>,
  used: ReadonlySet<string>,
): TraceCandidate['outcome'] {
  if (used.has(candidate.passageId)) return 'used'
  if (found.has(candidate.passageId)) return used.size > 0 ? 'beyond_prompt' : 'not_covered'
  return isRelevant(candidate) ? 'beyond_top_k' : 'not_relevant'
}
