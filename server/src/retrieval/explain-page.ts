import { DEFAULT_LIMIT } from '@footnote/contract/limits'
import { toHalfvec } from '../knowledge/vector-text.ts'
import { withTenant } from '../platform/tenant.ts'
import type { Candidate } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import { relevanceOf } from './fuse.ts'
import type { RankedCandidate, RetrievalDeps, RetrievalQuery } from './retrieve.ts'
import { readQuery, retrieve } from './retrieve.ts'

export type PageQuery = Pick<RetrievalQuery, 'caller' | 'text' | 'groupIds'> & {
  documentId: string
}

/** How a passage of the page fares: exact scores, and where it stands among all if it came so far. */
export type PassageStanding = {
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

export type PageStanding = { results: number; passages: PassageStanding[] }

/**
 * Searches as a reader does, and looks where the passages of one page went. What no search found is
 * scored by the same statement, on this page alone.
 */
export async function explainPage(
  deps: RetrievalDeps,
  { documentId, ...query }: PageQuery,
  signal: AbortSignal,
): Promise<PageStanding> {
  let candidates: readonly RankedCandidate[] = []
  const explain = (all: readonly RankedCandidate[]) => void (candidates = all)
  const results = await retrieve(deps, { ...query, limit: DEFAULT_LIMIT, explain }, signal)
  const own = await scoreOwn(deps, { documentId, ...query }, signal)
  const passages = own.map(({ passageId, vectorScore, textScore }): PassageStanding => {
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
  const embedder = deps.embedders.named(caller.space.model)
  const vector = toHalfvec(await embedder.embedQuery(text, signal))
  const unrelatedCosine = await embedder.unrelatedCosine()
  return withTenant(deps.db, caller, (tx) =>
    findCandidates(tx, {
      readings: readQuery(caller, text),
      // Compared one by one: an index would be asked for the nearest of all.
      space: { ...caller.space, indexed: false },
      vector,
      unrelatedCosine,
      groupIds: null,
      documentId,
    }),
  )
}
