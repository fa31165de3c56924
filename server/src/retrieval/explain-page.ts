import type { ExplainedPassage } from '@footnote/contract/admin/inspection'
import { DEFAULT_LIMIT } from '@footnote/contract/limits'
import { readAsTenant } from '../platform/database/tenant.ts'
import { findCandidates } from './candidates.ts'
import { embedQuestion } from './embed-question.ts'
import { computeRelevance } from './fuse.ts'
import type { RetrievalDeps, RetrievalQuery } from './retrieve.ts'
import { findPassages, rerank } from './retrieve.ts'

export type PageQuery = Pick<RetrievalQuery, 'caller' | 'text' | 'groupIds' | 'filter'> & {
  documentId: string
}

/** Where one of the page's passages ended up: exact scores, and its rank if it got that far. */
export type PassageRanking = Omit<ExplainedPassage, 'index' | 'heading_path' | 'excerpt'> & {
  relevance: number
  vector_score: number
  text_score: number
}

export type PageRanking = { results: number; passages: PassageRanking[] }

/**
 * Searches as a reader would, and reports where one page's passages ended up, best first. Those that
 * neither retriever found are scored by the same statement, limited to this page.
 */
export async function explainPage(
  deps: RetrievalDeps,
  { documentId, ...page }: PageQuery,
  signal: AbortSignal,
): Promise<PageRanking> {
  const query = { ...page, limit: DEFAULT_LIMIT }
  const { caller, text } = query
  const question = await embedQuestion(deps.embedders, caller, text, signal)
  const { found, own } = await readAsTenant(deps.db, caller, async (tx) => ({
    found: await findPassages(tx, deps, query, question),
    own: await findCandidates(tx, {
      ...question,
      spaceId: caller.space.id,
      groupIds: null,
      documentId,
    }),
  }))
  const { searchedFor } = found.words
  if (searchedFor !== null)
    return explainPage(deps, { documentId, ...page, text: searchedFor }, signal)
  const results = await rerank(deps, query, found.passages, signal)
  const passages = own.map(({ passageId, vectorScore, textScore }): PassageRanking => {
    const rank = found.candidates.findIndex((candidate) => candidate.passageId === passageId)
    const place = results.findIndex(({ id }) => id === passageId)
    return {
      id: passageId,
      place: place === -1 ? null : place + 1,
      rank: rank === -1 ? null : rank + 1,
      vector_rank: found.candidates[rank]?.vectorRank ?? null,
      text_rank: found.candidates[rank]?.textRank ?? null,
      relevance: computeRelevance({ vectorScore, textScore }),
      vector_score: vectorScore,
      text_score: textScore,
      rerank_score: results[place]?.rerankScore ?? null,
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
