import type { SearchContext } from '../knowledge/search-context.ts'
import { analyseQuery } from '../text/analysed-query.ts'
import { toHalfvec } from '../text/vector-text.ts'
import type { Embedders } from '../models/embedding/embedders.ts'
import type { Db } from '../platform/database/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import type { Candidate } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import { fuse, reciprocalRankScore, relevanceOf } from './fuse.ts'
import { relevantOnly } from './relevance.ts'
import type { Passage } from './load-passages.ts'
import { loadPassages } from './load-passages.ts'
import { orderByRerank, passagesToLoad, rerankPassages, type Reranking } from './rerank.ts'

export type RetrievalDeps = {
  db: Db
  embedders: Embedders
  metrics: Metrics
  reranking?: Reranking | undefined
}

export type RetrievalQuery = {
  caller: SearchContext
  text: string
  /** null: every group. */
  groupIds: readonly string[] | null
  limit: number
  /** Left out as if they were deleted. */
  hiddenDocumentIds?: ReadonlySet<string>
  /** For the log. */
  requestId?: string
  /** Called once the passages are found, before they are reranked. */
  onFound?: () => void
}

type Scores = {
  /** 0 to 1, comparable across queries. */
  relevance: number
  rrfScore: number
  vectorScore: number
  textScore: number
  rerankScore: number
}

export type RankedCandidate = Scores &
  Pick<Candidate, 'passageId' | 'documentId' | 'vectorRank' | 'textRank'>

export type RankedPassage = Passage & Scores

export type Retrieved = {
  /** The passages that fit the query best, most relevant first. */
  passages: RankedPassage[]
  /** Everything that was found, best first, including what is not relevant enough to return. */
  candidates: RankedCandidate[]
}

export async function retrieve(
  deps: RetrievalDeps,
  query: RetrievalQuery,
  signal: AbortSignal,
): Promise<Retrieved> {
  const endEmbedding = deps.metrics.retrievalSeconds.startTimer({ step: 'embed' })
  const { caller } = query
  const embedder = deps.embedders.named(caller.space.model)
  const vector = toHalfvec(await embedder.embedQuery(query.text, signal))
  const similarityBaseline = await embedder.similarityBaseline()
  endEmbedding()
  const queries = analyseQuery(caller, query.text)
  const endSearch = deps.metrics.retrievalSeconds.startTimer({ step: 'search' })
  const { candidates, ranked } = await readAsTenant(deps.db, caller, async (tx) => {
    const found = await findCandidates(tx, {
      queries,
      space: caller.space,
      vector,
      similarityBaseline,
      groupIds: query.groupIds,
    })
    const { hiddenDocumentIds: hidden } = query
    const order = rank(hidden ? found.filter(({ documentId }) => !hidden.has(documentId)) : found)
    const best = relevantOnly(order).slice(0, passagesToLoad(deps.reranking, query.limit))
    const passages = await loadPassages(
      tx,
      best.map(({ passageId }) => passageId),
    )
    const kept = best.flatMap((candidate) => {
      const passage = passages.get(candidate.passageId)
      return passage ? [{ ...passage, ...scoresOf(candidate) }] : []
    })
    return { candidates: order, ranked: kept }
  })
  endSearch()
  query.onFound?.()
  if (!deps.reranking) return { passages: ranked, candidates }
  // After the transaction: no connection is held while the reranker works.
  const { metrics, reranking } = deps
  const about = { knowledge_base_id: caller.knowledgeBaseId, request_id: query.requestId }
  const scores = await rerankPassages({ ...reranking, metrics, about }, query.text, ranked, signal)
  return { passages: orderByRerank(ranked, scores).slice(0, query.limit), candidates }
}

const scoresOf = (scores: Scores): Scores => ({
  relevance: scores.relevance,
  rrfScore: scores.rrfScore,
  vectorScore: scores.vectorScore,
  textScore: scores.textScore,
  rerankScore: scores.rerankScore,
})

function rank(candidates: readonly Candidate[]) {
  const fused = fuse(candidates)
  return candidates
    .map(({ passageId, documentId, vectorScore, textScore, vectorRank, textRank }, index) => ({
      passageId,
      documentId,
      vectorRank,
      textRank,
      order: fused[index] ?? 0,
      relevance: relevanceOf({ vectorScore, textScore }),
      rrfScore: reciprocalRankScore(vectorRank, textRank),
      vectorScore,
      textScore,
      rerankScore: 0,
    }))
    .sort(
      (a, b) =>
        b.order - a.order || b.relevance - a.relevance || a.passageId.localeCompare(b.passageId),
    )
}
