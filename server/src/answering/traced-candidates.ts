import type { TraceCandidate } from '@footnote/contract/admin/messages'
import type { PackedCandidates } from '../conversations/packed-candidates.ts'
import { packCandidates } from '../conversations/packed-candidates.ts'
import type { FusedCandidate } from '../retrieval/fuse.ts'
import { isRelevant } from '../retrieval/fuse.ts'
import type { RankedPassage } from '../retrieval/retrieve.ts'

/** What the trace says of the candidates, small enough to hold while a model is awaited. */
export function traceCandidates(
  candidates: readonly FusedCandidate[],
  found: readonly RankedPassage[],
  used: readonly { id: string }[],
): PackedCandidates {
  const foundById = new Map(found.map((passage) => [passage.id, passage]))
  const usedIds = new Set(used.map(({ id }) => id))
  return packCandidates(
    candidates.map((candidate) => ({
      chunk_id: candidate.passageId,
      document_id: candidate.documentId,
      relevance: candidate.relevance,
      vector_score: candidate.vectorScore,
      text_score: candidate.textScore,
      rrf_score: candidate.rrfScore,
      rerank_score: foundById.get(candidate.passageId)?.rerankScore ?? 0,
      outcome: outcomeOf(candidate, foundById, usedIds),
    })),
  )
}

function outcomeOf(
  candidate: FusedCandidate,
  found: ReadonlyMap<string, RankedPassage>,
  used: ReadonlySet<string>,
): TraceCandidate['outcome'] {
  if (used.has(candidate.passageId)) return 'used'
  if (found.has(candidate.passageId)) return used.size > 0 ? 'beyond_prompt' : 'not_covered'
  return isRelevant(candidate) ? 'beyond_top_k' : 'not_relevant'
}
