import type { SearchContext } from '../knowledge/search-context.ts'
import { analyseQuery } from '../text/analysed-query.ts'
import { toHalfvecBinary } from '../text/vector-text.ts'
import type { Embedders } from '../models/embedding/embedders.ts'
import type { Db } from '../platform/database/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { EvidenceRow } from './answerability/evidence.ts'
import type { Candidate } from './candidates.ts'
import { reciprocalRankScore, relevanceOf } from './fuse.ts'
import type { Passage } from './load-passages.ts'
import { toPassage } from './load-passages.ts'
import { orderByRerank, passagesToLoad, rerankPassages, type Reranking } from './rerank.ts'
import { search } from './search.ts'
import type { SearchRow } from './search-statement.ts'

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
  /** What answerability is judged by; null: nothing was found. */
  evidence: EvidenceRow | null
}

/** Passages and everything that was found. */
export const retrieve = (
  deps: RetrievalDeps,
  query: RetrievalQuery,
  signal: AbortSignal,
): Promise<Retrieved> => find(deps, query, true, signal)

/** Passages alone, for which less is read. */
export const retrievePassages = async (
  deps: RetrievalDeps,
  query: RetrievalQuery,
  signal: AbortSignal,
): Promise<RankedPassage[]> => (await find(deps, query, false, signal)).passages

async function find(
  deps: RetrievalDeps,
  query: RetrievalQuery,
  wantsCandidates: boolean,
  signal: AbortSignal,
): Promise<Retrieved> {
  const endEmbedding = deps.metrics.retrievalSeconds.startTimer({ step: 'embed' })
  const { caller } = query
  const embedder = deps.embedders.named(caller.space.model)
  const vector = toHalfvecBinary(await embedder.embedQuery(query.text, signal))
  const similarityBaseline = await embedder.similarityBaseline()
  endEmbedding()
  const queries = analyseQuery(caller, query.text)
  const endSearch = deps.metrics.retrievalSeconds.startTimer({ step: 'search' })
  const asked = {
    queries,
    space: caller.space,
    vector,
    similarityBaseline,
    groupIds: query.groupIds,
    hiddenDocumentIds: [...(query.hiddenDocumentIds ?? [])],
    limit: passagesToLoad(deps.reranking, query.limit),
    wantsCandidates,
  }
  const rows = await search(deps.db, caller, asked)
  endSearch()
  const candidates = rows.map(toCandidate)
  const evidence = rows[0]?.evidence ?? null
  const ranked = rows.flatMap((row, index) => {
    const candidate = candidates[index]
    return row.content === null || !candidate ? [] : [{ ...toPassage(row), ...scoresOf(candidate) }]
  })
  query.onFound?.()
  if (!deps.reranking) return { passages: ranked, candidates, evidence }
  // After the statement: no connection is held while the reranker works.
  const { metrics, reranking } = deps
  const about = { knowledge_base_id: caller.knowledgeBaseId, request_id: query.requestId }
  const scores = await rerankPassages({ ...reranking, metrics, about }, query.text, ranked, signal)
  return { passages: orderByRerank(ranked, scores).slice(0, query.limit), candidates, evidence }
}

const scoresOf = (scores: Scores): Scores => ({
  relevance: scores.relevance,
  rrfScore: scores.rrfScore,
  vectorScore: scores.vectorScore,
  textScore: scores.textScore,
  rerankScore: scores.rerankScore,
})

function toCandidate(row: SearchRow): RankedCandidate {
  const scores = { vectorScore: row.vector_score, textScore: row.text_score }
  return {
    passageId: row.id,
    documentId: row.document_id,
    vectorRank: row.vector_rank,
    textRank: row.text_rank,
    relevance: relevanceOf(scores),
    rrfScore: reciprocalRankScore(row.vector_rank, row.text_rank),
    ...scores,
    rerankScore: 0,
  }
}
