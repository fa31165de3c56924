import { calibrate } from '../../models/embedding/similarity-baseline.ts'
import { allTerms } from '../../text/analysed-query.ts'
import type { AnalysedQuery } from '../../text/analysed-query.ts'
import { K1 } from '../../text/terms.ts'
import { idfOf } from '../answerability/evidence.ts'
import { RETRIEVER_LIMIT } from '../candidates.ts'
import { fusedScores, relevanceOf } from '../fuse.ts'
import { MIN_RELEVANCE } from '../relevance.ts'
import type { FoundCandidate, SearchQuery } from '../search-statement.ts'
import { COMMON_SHARE } from '../text-search.ts'
import { largest } from './largest.ts'
import type { TermTable } from './term-table.ts'
import type { VectorTable } from './vector-table.ts'

/** The passages of a knowledge base, one in each row, as its readers may see them. */
export type Copy = {
  /** The snapshot (pg_snapshot) in which it was read. */
  read: string
  passageIds: readonly string[]
  documentIds: readonly string[]
  /** Of their documents. */
  languages: readonly string[]
  vectors: VectorTable
  terms: TermTable
}

/** The vector is in pgvector's binary form. */
export type CopyQuery = { vector: Buffer } & Pick<
  SearchQuery,
  'queries' | 'similarityBaseline' | 'hiddenDocumentIds' | 'limit'
>

/** Whether its passage is loaded. */
export type CopiedCandidate = FoundCandidate & { is_shown: boolean }

type Hit = { row: number; distance: number }

/** What `searchStatement` finds, in the same order, computed from a copy. */
export function rankCopy(copy: Copy, query: CopyQuery): CopiedCandidate[] {
  const vectors = copy.vectors.compare(query.vector)
  const text = scoreTerms(copy, query.queries)
  const vectorRanks = ranksOf(vectors.nearest(RETRIEVER_LIMIT))
  const textRanks = ranksOf(text.best(RETRIEVER_LIMIT))
  const hidden = new Set(query.hiddenDocumentIds)
  const candidates = [...new Set([...vectorRanks.keys(), ...textRanks.keys()])].flatMap((row) => {
    const [id, documentId] = [copy.passageIds[row] ?? '', copy.documentIds[row] ?? '']
    if (hidden.has(documentId)) return []
    const similarity = 1 - (vectorRanks.get(row)?.distance ?? vectors.distanceTo(row))
    const vectorScore = calibrate(similarity, query.similarityBaseline)
    const textScore = Math.min(1, text.scoreOf(row))
    const relevance = relevanceOf({ vectorScore, textScore })
    return [{ row, id, documentId, vectorScore, textScore, relevance }]
  })
  const fused = fusedScores(candidates)
  const order = candidates
    .map((candidate, index) => ({ candidate, fused: fused[index] ?? 0 }))
    .toSorted(
      (a, b) =>
        b.fused - a.fused ||
        b.candidate.relevance - a.candidate.relevance ||
        (a.candidate.id < b.candidate.id ? -1 : 1),
    )
  let shown = 0
  return order.map(({ candidate: { row, id, documentId, vectorScore, textScore, relevance } }) => {
    const isShown = relevance >= MIN_RELEVANCE && shown < query.limit
    if (isShown) shown += 1
    return {
      id,
      document_id: documentId,
      vector_rank: vectorRanks.get(row)?.rank ?? null,
      text_rank: textRanks.get(row)?.rank ?? null,
      vector_score: vectorScore,
      text_score: textScore,
      is_shown: isShown,
    }
  })
}

/** By row. Of what is as near, all have the rank of the first. */
function ranksOf(hits: readonly Hit[]): Map<number, { rank: number; distance: number }> {
  const ranks = new Map<number, { rank: number; distance: number }>()
  let previous = { rank: 0, distance: Number.NaN }
  for (const [index, { row, distance }] of hits.entries()) {
    const rank = distance === previous.distance ? previous.rank : index + 1
    previous = { rank, distance }
    ranks.set(row, previous)
  }
  return ranks
}

type TextScores = {
  best: (limit: number) => Hit[]
  /** 0 to about 1, as a share of the best score that a passage of its language could reach. */
  scoreOf: (row: number) => number
}

/** BM25 as `textQuery` and `textRetriever` have it, for so few passages that no candidate is left out. */
function scoreTerms({ terms, languages }: Copy, queries: readonly AnalysedQuery[]): TextScores {
  const asked = allTerms(queries)
  const counts = asked.map(terms.rowsWith)
  const idf = idfOf(counts, terms.rows)
  const weights = asked.map((term, index) => ({
    term,
    count: counts[index] ?? 0,
    weight: idf[index] ?? 0,
  }))
  const sums = terms.scores(weights)
  const known = weights.filter(({ count }) => count > 0)
  const rare = known.filter(({ count }) => count <= COMMON_SHARE * terms.rows)
  const bestOf = (of: typeof weights) => (K1 + 1) * of.reduce((sum, { weight }) => sum + weight, 0)
  const best = bestOf(weights)
  // With one analysed query it is the query's own, whatever the language of a passage.
  const byLanguage = queries.length === 1 ? [] : queries.filter((query) => query.terms.length > 0)
  const bestIn = new Map(
    byLanguage.map((query) => {
      const wanted = new Set(query.terms)
      return [query.language, bestOf(weights.filter(({ term }) => wanted.has(term)))]
    }),
  )
  return {
    best(limit) {
      const picking = rare.length > 0 ? rare : known
      const rows = terms.rowsWithAny(picking.map(({ term }) => term))
      return largest(sums, rows, limit).map((row) => ({ row, distance: -(sums[row] ?? 0) }))
    },
    scoreOf(row) {
      const sum = sums[row] ?? 0
      return sum === 0 ? 0 : sum / (bestIn.get(languages[row] ?? '') ?? best)
    },
  }
}
