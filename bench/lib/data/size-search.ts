import type { LabelFilter } from '@footnote/contract/labels'
import { sql } from 'kysely'
import { termId } from '../../../server/src/text/terms.ts'
import { toHalfvec } from '../../../server/src/text/vector-text.ts'
import { withTenant } from '../../../server/src/platform/database/tenant.ts'
import { findCandidates } from '../../../server/src/retrieval/candidates.ts'
import { textRetriever, textQuery } from '../../../server/src/retrieval/text-search.ts'
import type { Roles } from '../database.ts'
import { rounded } from '../figures.ts'
import { mean } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import type { Question } from './size-data.ts'
import type { Place } from './synthetic-load.ts'

export type Answer = { milliseconds: number; nearest: string[] }

const getQueries = ({ tenant }: Place, { words }: Question) => [
  { language: 'en', terms: words.map((word) => termId(tenant.knowledgeBaseId, word)) },
]

/** The whole candidate statement, keywords and vectors, as the api role runs it. */
export async function ask(
  { api }: Roles,
  place: Place,
  question: Question,
  filter: LabelFilter | null = null,
): Promise<Answer> {
  const query = {
    queries: getQueries(place, question),
    spaceId: place.spaceId,
    vector: toHalfvec(question.vector),
    similarityBaseline: 0,
    groupIds: null,
    filter,
  }
  return withTenant(api.db, place.tenant, async (tx) => {
    const startMs = performance.now()
    const candidates = await findCandidates(tx, query)
    const milliseconds = performance.now() - startMs
    const nearest = candidates
      .filter(({ vectorRank }) => vectorRank !== null)
      .toSorted((a, b) => (a.vectorRank ?? 0) - (b.vectorRank ?? 0))
      .map(({ passageId }) => passageId)
    return { milliseconds, nearest }
  })
}

/** Without the product's statement: every vector of the knowledge base, sorted. */
export async function bruteForce(
  { api }: Roles,
  { tenant, spaceId }: Place,
  { vector }: Question,
): Promise<string[]> {
  return withTenant(api.db, tenant, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select passage_id as id from readable_vectors where space_id = ${spaceId}
      order by embedding <=> ${toHalfvec(vector)}::halfvec limit 100`.execute(tx)
    return rows.map(({ id }) => id)
  })
}

const EVERY_CANDIDATE = { passages: 2_000_000_000, most: 1 }

/** The best by keywords with so many candidates at most; null: with all of them. */
export async function askKeywords(
  { api }: Roles,
  place: Place,
  question: Question,
  most: number | null,
): Promise<Answer> {
  const limit = most === null ? EVERY_CANDIDATE : { passages: 0, most }
  return withTenant(api.db, place.tenant, async (tx) => {
    const startMs = performance.now()
    const { rows } = await sql<{ id: string }>`
      with ${textQuery(getQueries(place, question), limit)}, hits as (${textRetriever(100, sql``)})
      select id from hits order by rank, id`.execute(tx)
    return { milliseconds: performance.now() - startMs, nearest: rows.map(({ id }) => id) }
  })
}

export function computeRecall(
  wanted: readonly (readonly string[])[],
  found: readonly (readonly string[])[],
  depth: number,
): number {
  const shares = wanted.map((ids, question) => {
    const best = new Set(ids.slice(0, depth))
    const hits = (found[question] ?? []).slice(0, depth).filter((id) => best.has(id)).length
    return best.size === 0 ? 1 : hits / best.size
  })
  return rounded(mean(shares))
}
