import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { PREPARED } from '../platform/database/prepared.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { calibrate } from '../models/embedding/similarity-baseline.ts'
import type { AnalysedQuery } from '../text/analysed-query.ts'
import { textRetriever, textQuery } from './text-search.ts'
import type { SearchSpace } from './vector-search.ts'
import { vectorRetriever } from './vector-search.ts'

/** How many passages each retriever hands to the fusion: the largest page a client may request. */
export const RETRIEVER_LIMIT = 100

export type CandidateQuery = {
  queries: readonly AnalysedQuery[]
  space: SearchSpace
  /** pgvector's text or binary form. */
  vector: string | Buffer
  /** Of the space's model, see models/embedding/similarity-baseline.ts. */
  similarityBaseline: number
  /** null: every group. */
  groupIds: readonly string[] | null
  /** Only passages of this document, for an operator who asks why it is not found. */
  documentId?: string
}

export type Candidate = {
  passageId: string
  documentId: string
  /** Both scores are exact for every candidate, whichever retriever found it. */
  vectorScore: number
  textScore: number
  vectorRank: number | null
  textRank: number | null
}

type CandidateRow = {
  id: string
  document_id: string
  similarity: number
  text_score: number
  vector_rank: number | null
  text_rank: number | null
}

/**
 * Both retrievers as common table expressions of one statement, so that they see the same snapshot:
 * `scored` has every candidate with both scores. The text is the same for every knowledge base that is
 * searched in the same way.
 */
export function candidateTables(query: CandidateQuery): RawBuilder<unknown> {
  const { groupIds, documentId } = query
  // The passages of one document are few: they are compared.
  const space = documentId === undefined ? query.space : { ...query.space, indexed: false }
  const groupFilter = filterOf(query)
  return sql`${textQuery(query.queries)},
    -- The vector is sent once.
    asked as materialized (select ${query.vector}::halfvec as vector),
    text_hits as materialized (${textRetriever(RETRIEVER_LIMIT, groupFilter)}),
    vector_hits as materialized (${vectorRetriever({ space, groupIds, groupFilter, limit: RETRIEVER_LIMIT })}),
    found as (
      select id, coalesce(v.document_id, t.document_id) as document_id,
             v.rank::int as vector_rank, t.rank::int as text_rank,
             v.distance as vector_distance, t.distance as text_distance
      from vector_hits v full join text_hits t using (id)
    ),
    -- What one retriever found is looked up by key for the other.
    looked_up as materialized (
      select f.*,
             1 - coalesce(f.vector_distance, (
               select v.embedding <=> (select vector from asked) from readable_vectors v
               where v.space_id = ${query.space.id} and v.passage_id = f.id)) as similarity,
             -coalesce(f.text_distance, (
               select p.weights <#> (select weights from query) from readable_passages p
               where p.id = f.id)) as text_sum
      from found f
    ),
    scored as (
      select s.id, s.document_id, s.vector_rank, s.text_rank, s.similarity,
             coalesce(s.text_sum / ${bestScore(query.queries)}, 0) as text_score
      from looked_up s
      -- Drops what was found by its words but has no vector in this space.
      where s.similarity is not null
    )`
}

export const candidatesStatement = (query: CandidateQuery): RawBuilder<CandidateRow> =>
  sql<CandidateRow>`${PREPARED} with ${candidateTables(query)} select * from scored`

function filterOf({ groupIds, documentId }: CandidateQuery): RawBuilder<unknown> {
  if (documentId !== undefined) return sql`and document_id = ${documentId}`
  if (groupIds === null) return sql``
  return sql`and document_id in (
    select id from readable_documents where group_id = any(${groupIds}::uuid[]))`
}

/** Of the passage's language. With one analysed query it is the query's own. */
const bestScore = (queries: readonly AnalysedQuery[]): RawBuilder<unknown> =>
  queries.length === 1
    ? sql`(select best from query)`
    : sql`coalesce((
        select r.best from readable_passages p
        join readable_documents d on d.id = p.document_id
        join queries r on r.language = d.language
        where p.id = s.id), (select best from query))`

export async function findCandidates(
  tx: TenantTransaction,
  query: CandidateQuery,
): Promise<Candidate[]> {
  const rows = await findRows(tx, query)
  return rows.map((row) => ({
    passageId: row.id,
    documentId: row.document_id,
    vectorScore: calibrate(row.similarity, query.similarityBaseline),
    textScore: clampToUnit(row.text_score),
    vectorRank: row.vector_rank,
    textRank: row.text_rank,
  }))
}

async function findRows(tx: TenantTransaction, query: CandidateQuery): Promise<CandidateRow[]> {
  if (query.space.indexed) {
    const { rows } = await candidatesStatement(query).execute(tx)
    // An index scan gives up after 20,000 passages. Where so many of those are restricted or in other
    // groups that too few remain, an exact search of the rest is quick.
    if (rows.filter((row) => row.vector_rank !== null).length >= RETRIEVER_LIMIT) return rows
  }
  const space = { ...query.space, indexed: false }
  return (await candidatesStatement({ ...query, space }).execute(tx)).rows
}

const clampToUnit = (score: number): number => Math.min(1, Math.max(0, score))
