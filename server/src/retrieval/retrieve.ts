import type { Caller } from '../access/caller.ts'
import { analyse, termId } from '../knowledge/terms.ts'
import { toHalfvec } from '../knowledge/vector-text.ts'
import type { Embedders } from '../models/embedders.ts'
import type { Db } from '../platform/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import { withTenant } from '../platform/tenant.ts'
import type { Candidate } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import { reciprocalRankScore, relevanceOf } from './fuse.ts'
import type { Passage } from './load-passages.ts'
import { loadPassages } from './load-passages.ts'

export type RetrievalDeps = { db: Db; embedders: Embedders; metrics: Metrics }

export type RetrievalQuery = {
  caller: Caller
  text: string
  /** null: every group. */
  groupIds: readonly string[] | null
  limit: number
}

export type RankedPassage = Passage & {
  /** What the order is by; 0 to 1. */
  relevance: number
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
  const { caller } = query
  const embedder = deps.embedders.named(caller.space.model)
  const vector = toHalfvec(await embedder.embedQuery(query.text, signal))
  endEmbedding()
  const terms = queryTerms(caller, query.text)
  const endSearch = deps.metrics.retrievalSeconds.startTimer({ step: 'search' })
  const ranked = await withTenant(deps.db, caller, async (tx) => {
    const candidates = await findCandidates(tx, {
      terms,
      spaceId: caller.space.id,
      vector,
      unrelatedCosine: embedder.unrelatedCosine,
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
      relevance: relevanceOf({ vectorScore, textScore }),
      rrfScore: reciprocalRankScore(vectorRank, textRank),
      vectorScore,
      textScore,
      rerankScore: 0,
    }))
    .sort((a, b) => b.relevance - a.relevance || a.passageId.localeCompare(b.passageId))
}

/** Passages were stemmed in their own language, so the query is read in each of the documents'. */
export function queryTerms({ knowledgeBaseId, languages }: Caller, text: string): number[] {
  const read = languages.length > 0 ? languages : ['en']
  const terms = read.flatMap((language) => analyse(text, language))
  return [...new Set(terms.map((term) => termId(knowledgeBaseId, term)))]
}
