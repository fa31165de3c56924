import type { Caller } from '../access/caller.ts'
import { analyse, termId } from '../knowledge/terms.ts'
import { toHalfvec } from '../knowledge/vector-text.ts'
import type { Embedders } from '../models/embedders.ts'
import type { Db } from '../platform/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Tenant } from '../platform/tenant.ts'
import { withTenant } from '../platform/tenant.ts'
import type { Candidate } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import { fuse, reciprocalRankScore, relevanceOf } from './fuse.ts'
import { relevantOnly } from './relevance.ts'
import type { Passage } from './load-passages.ts'
import { loadPassages } from './load-passages.ts'
import type { Reading } from './text-search.ts'
import { orderByRerank, passagesToLoad, rerankPassages, type Reranking } from './rerank.ts'

export type RetrievalDeps = {
  db: Db
  embedders: Embedders
  metrics: Metrics
  reranking?: Reranking | undefined
}

/** Whose passages are searched, and how: a caller, or an operator who replays a question. */
export type Searcher = Tenant & Pick<Caller, 'space' | 'languages'>

export type RetrievalQuery = {
  caller: Searcher
  text: string
  /** null: every group. */
  groupIds: readonly string[] | null
  limit: number
  /** Is shown every candidate, best first, the dropped ones too. */
  explain?: (candidates: readonly RankedCandidate[]) => void
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
  const unrelatedCosine = await embedder.unrelatedCosine()
  endEmbedding()
  const readings = readQuery(caller, query.text)
  const endSearch = deps.metrics.retrievalSeconds.startTimer({ step: 'search' })
  const ranked = await withTenant(deps.db, caller, async (tx) => {
    const candidates = await findCandidates(tx, {
      readings,
      space: caller.space,
      vector,
      unrelatedCosine,
      groupIds: query.groupIds,
    })
    const order = rank(candidates)
    query.explain?.(order)
    const best = relevantOnly(order).slice(0, passagesToLoad(deps.reranking, query.limit))
    const passages = await loadPassages(
      tx,
      best.map(({ passageId }) => passageId),
    )
    return best.flatMap((candidate) => {
      const passage = passages.get(candidate.passageId)
      return passage ? [{ ...passage, ...scoresOf(candidate) }] : []
    })
  })
  endSearch()
  if (!deps.reranking) return ranked
  // After the transaction: no connection is held while the reranker works.
  const { metrics, reranking } = deps
  const scores = await rerankPassages({ ...reranking, metrics }, query.text, ranked, signal)
  return orderByRerank(ranked, scores).slice(0, query.limit)
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

/** Passages were stemmed in their own language, so the query is read in each of the documents'. */
export function readQuery({ knowledgeBaseId, languages }: Searcher, text: string): Reading[] {
  const read = languages.length > 0 ? languages : ['en']
  return read.map((language) => {
    const terms = analyse(text, language).map((term) => termId(knowledgeBaseId, term))
    return { language, terms: [...new Set(terms)] }
  })
}
