import { activeSpace } from '../knowledge/embedding-space.ts'
import { analyse, termId } from '../knowledge/terms.ts'
import { toHalfvec } from '../knowledge/vector-text.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Db } from '../platform/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Tenant } from '../platform/tenant.ts'
import { withTenant } from '../platform/tenant.ts'
import type { Candidate } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import { reciprocalRankScore } from './fuse.ts'
import type { Passage } from './load-passages.ts'
import { loadPassages } from './load-passages.ts'

export type RetrievalDeps = { db: Db; embedder: Embedder; metrics: Metrics }

export type RetrievalQuery = {
  tenant: Tenant
  text: string
  /** null: every group. */
  groupIds: readonly string[] | null
  limit: number
}

export type RankedPassage = Passage & {
  rrfScore: number
  vectorScore: number
  textScore: number
  rerankScore: number
}

/** The passages that fit the query best, most relevant first. */
export async function retrieve(
  deps: RetrievalDeps,
  query: RetrievalQuery,
  signal: AbortSignal,
): Promise<RankedPassage[]> {
  const endEmbedding = deps.metrics.retrievalSeconds.startTimer({ step: 'embed' })
  const vector = toHalfvec(await deps.embedder.embedQuery(query.text, signal))
  endEmbedding()
  const terms = queryTerms(query.tenant.knowledgeBaseId, query.text)
  const endSearch = deps.metrics.retrievalSeconds.startTimer({ step: 'search' })
  const ranked = await withTenant(deps.db, query.tenant, async (tx) => {
    const spaceId = await activeSpace(tx, deps.embedder)
    const candidates = await findCandidates(tx, {
      terms,
      spaceId,
      vector,
      groupIds: query.groupIds,
    })
    const best = rank(candidates).slice(0, query.limit)
    const passages = await loadPassages(
      tx,
      best.map(({ passageId }) => passageId),
    )
    return best.flatMap(({ passageId, ...scores }) => {
      const passage = passages.get(passageId)
      return passage ? [{ ...passage, ...scores }] : []
    })
  })
  endSearch()
  return ranked
}

function rank(candidates: readonly Candidate[]) {
  return candidates
    .map(({ passageId, vectorScore, textScore, vectorRank, textRank }) => ({
      passageId,
      rrfScore: reciprocalRankScore(vectorRank, textRank),
      vectorScore,
      textScore,
      rerankScore: 0,
    }))
    .sort(
      (a, b) =>
        b.rrfScore - a.rrfScore ||
        b.vectorScore - a.vectorScore ||
        a.passageId.localeCompare(b.passageId),
    )
}

const queryTerms = (knowledgeBaseId: string, text: string): number[] => [
  ...new Set(analyse(text).map((term) => termId(knowledgeBaseId, term))),
]
