import { DEFAULT_LIMIT } from '@footnote/contract/limits'
import { readAsTenant } from '../platform/database/tenant.ts'
import type { Candidate } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import { embedQuestion } from './embed-question.ts'
import { relevanceOf } from './fuse.ts'
import type { RetrievalDeps, RetrievalQuery } from './retrieve.ts'
import { retrieve } from './retrieve.ts'

export type PageQuery = Pick<RetrievalQuery, 'caller' | 'text' | 'groupIds'> & {
  documentId: string
}

/** The ranking of one of the page's passages: exact scores, and its rank if it got that far. */
export type PassageRanking = {
  passageId: string
  relevance: number
  vectorScore: number
  textScore: number
  rerankScore: number | null
  vectorRank: number | null
  textRank: number | null
  /** Among all candidates of the search, from 1. */
  rank: number | null
  /** In a reader's results, from 1. */
  place: number | null
}

export type PageRanking = { results: number; passages: PassageRanking[] }

/**
 * Searches as a reader would, and reports where one page's passages ended up. Passages that neither
 * retriever found are scored by the same statement, limited to this page.
 */
export async function explainPage(
  deps: RetrievalDeps,
  { documentId, ...query }: PageQuery,
  signal: AbortSignal,
): Promise<PageRanking> {
  const retrieved = await retrieve(deps, { ...query, limit: DEFAULT_LIMIT }, signal)
  const { passages: results, candidates } = retrieved
  const own = await scoreOwn(deps, { documentId, ...query }, signal)
  const passages = own.map(({ passageId, vectorScore, textScore }): PassageRanking => {
    const rank = candidates.findIndex((candidate) => candidate.passageId === passageId)
    const place = results.findIndex(({ id }) => id === passageId)
    return {
      passageId,
      vectorScore,
      textScore,
      relevance: relevanceOf({ vectorScore, textScore }),
      rerankScore: results[place]?.rerankScore ?? null,
      vectorRank: candidates[rank]?.vectorRank ?? null,
      textRank: candidates[rank]?.textRank ?? null,
      rank: rank === -1 ? null : rank + 1,
      place: place === -1 ? null : place + 1,
    }
  })
  passages.sort(
    (a, b) =>
      (a.place ?? Infinity) - (b.place ?? Infinity) ||
      (a.rank ?? Infinity) - (b.rank ?? Infinity) ||
      b.relevance - a.relevance,
  )
  return { results: results.length, passages }
}

async function scoreOwn(
  deps: RetrievalDeps,
  { caller, text, documentId }: PageQuery,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const question = await embedQuestion(deps.embedders, caller, text, signal)
  const query = { ...question, spaceId: caller.space.id, groupIds: null, documentId }
  return readAsTenant(deps.db, caller, (tx) => findCandidates(tx, query))
}
