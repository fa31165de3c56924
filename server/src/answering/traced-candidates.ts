import type { TraceCandidate } from '@footnote/contract/admin/messages'
import type { FusedCandidate } from '../retrieval/fuse.ts'
import { isRelevant } from '../retrieval/fuse.ts'
import type { RankedPassage } from '../retrieval/retrieve.ts'

/** Besides these a trace has only what the search returned beyond them. */
export const TRACED_CANDIDATES = 30

/** What the trace says of the best candidates, and of every passage that the search returned. */
export function traceCandidates(
  candidates: readonly FusedCandidate[],
  found: readonly RankedPassage[],
  used: readonly { id: string }[],
): TraceCandidate[] {
  const foundById = new Map(found.map((passage) => [passage.id, passage]))
  const usedIds = new Set(used.map(({ id }) => id))
  return candidates
    .filter(({ passageId }, rank) => rank < TRACED_CANDIDATES || foundById.has(passageId))
    .map((candidate) => ({
      chunk_id: candidate.passageId,
      document_id: candidate.documentId,
      relevance: rounded(candidate.relevance),
      vector_score: rounded(candidate.vectorScore),
      text_score: rounded(candidate.textScore),
      rrf_score: rounded(candidate.rrfScore),
      rerank_score: rounded(foundById.get(candidate.passageId)?.rerankScore ?? 0),
      ...(candidate.pagePrior > 0 ? { page_prior: candidate.pagePrior } : {}),
      outcome: getOutcome(candidate, foundById, usedIds),
    }))
}

function getOutcome(
  candidate: FusedCandidate,
  found: ReadonlyMap<string, RankedPassage>,
  used: ReadonlySet<string>,
): TraceCandidate['outcome'] {
  if (used.has(candidate.passageId)) return 'used'
  if (found.has(candidate.passageId)) return used.size > 0 ? 'beyond_prompt' : 'not_covered'
  return isRelevant(candidate) ? 'beyond_top_k' : 'not_relevant'
}

/** The scores of a trace have four digits. */
export const rounded = (score: number): number => Math.round(score * 10_000) / 10_000
