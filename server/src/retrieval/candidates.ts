import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { runBothPrepared, runPrepared } from '../platform/database/statements.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { calibrate } from '../models/embedding/similarity-baseline.ts'
import type { DocumentScope } from './document-scope.ts'
import { inScope } from './document-scope.ts'
import type { EmbeddedQuestion } from './embed-question.ts'
import type { ExpandedQuery } from './rules/synonyms.ts'
import { textRetriever, textQuery } from './text-search.ts'
import { vectorRetriever } from './vector-search.ts'

/** How many passages each retriever hands to the fusion: the largest page a client may request. */
export const RETRIEVER_LIMIT = 100

export type CandidateQuery = EmbeddedQuestion &
  DocumentScope & {
    spaceId: string
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

/** Arrays in one row: reading a row each took the service 2 ms a search. */
export type CandidateColumns = {
  ids: string[] | null
  document_ids: string[]
  similarities: number[]
  text_scores: number[]
  vector_ranks: (number | null)[]
  text_ranks: (number | null)[]
}
export type CandidateRow = { columns: CandidateColumns }

/**
 * The second step of a search: what may answer the question, in no order, by both retrievers in the
 * snapshot of the transaction. Ids, ranks and scores and nothing else; text comes from
 * `load-passages.ts` alone.
 */
export const findCandidates = (
  tx: TenantTransaction,
  query: CandidateQuery,
): Promise<Candidate[]> => readCandidates(tx, query, candidatesStatement(query))

/** By `candidatesStatement`, or by the gate's. */
export const readCandidates = async (
  tx: TenantTransaction,
  query: CandidateQuery,
  statement: RawBuilder<CandidateRow>,
): Promise<Candidate[]> => toCandidates(await runPrepared(tx, statement), query)

/** The same, with another statement that is sent together with it. */
export async function readCandidatesBeside<Row>(
  tx: TenantTransaction,
  query: CandidateQuery,
  statement: RawBuilder<CandidateRow>,
  other: RawBuilder<Row>,
): Promise<[Candidate[], Row[]]> {
  const [found, rows] = await runBothPrepared(tx, statement, other)
  return [toCandidates(found, query), rows]
}

function toCandidates([row]: readonly CandidateRow[], query: CandidateQuery): Candidate[] {
  const columns = row?.columns
  return (columns?.ids ?? []).map((passageId, index) => ({
    passageId,
    documentId: columns?.document_ids[index] ?? '',
    vectorScore: calibrate(columns?.similarities[index] ?? 0, query.similarityBaseline),
    textScore: Math.min(1, Math.max(0, columns?.text_scores[index] ?? 0)),
    vectorRank: columns?.vector_ranks[index] ?? null,
    textRank: columns?.text_ranks[index] ?? null,
  }))
}

/** The text is the same for every knowledge base that is searched in the same way. */
export const candidatesStatement = (query: CandidateQuery): RawBuilder<CandidateRow> => sql`
  with ${retrievers(query)},
    -- What one retriever found is looked up by key for the other.
    looked_up as materialized (
      select f.*,
             1 - coalesce(f.vector_distance, (
               select v.embedding <=> (select vector from asked) from readable_vectors v
               where v.space_id = ${query.spaceId} and v.passage_id = f.id)) as similarity,
             -coalesce(f.text_distance, (
               select p.weights <#> (select weights from query) from readable_passages p
               where p.id = f.id)) as text_sum
      from found f
    )
  ${scoredColumns(query)}`

/** Their ids alone, for a search on a standby: the scores are the primary's. */
export const candidateIdsStatement = (
  query: CandidateQuery,
): RawBuilder<{ ids: string[] | null }> => sql`
  with ${retrievers(query)} select json_agg(id) as ids from found`

/** Common table expressions; the last is `found`, what either retriever found. */
function retrievers(query: CandidateQuery): RawBuilder<unknown> {
  const { spaceId } = query
  const filter = passageFilter(query)
  const mayUseIndex = query.documentId === undefined
  const limit = RETRIEVER_LIMIT
  return sql`${askedQuery(query)},
    text_hits as materialized (${textRetriever(limit, filter)}),
    ${vectorRetriever({ spaceId, scope: query, mayUseIndex, filter, limit })},
    found as (
      select id, coalesce(v.document_id, t.document_id) as document_id,
             v.rank::int as vector_rank, t.rank::int as text_rank,
             v.distance as vector_distance, t.distance as text_distance
      from vector_hits v full join text_hits t using (id)
    )`
}

/** The question, as common table expressions. The vector is sent once. */
export const askedQuery = ({ queries, vector }: CandidateQuery): RawBuilder<unknown> => sql`
  ${textQuery(queries)}, asked as materialized (select ${vector}::halfvec as vector)`

/** Of `looked_up`; drops what was found by its words but has no vector in this space. */
export const scoredColumns = ({ queries }: CandidateQuery): RawBuilder<unknown> => sql`
  , scored as (
    select s.id, s.document_id, s.vector_rank, s.text_rank, s.similarity,
           coalesce(s.text_sum / ${bestScore(queries)}, 0) as text_score
    from looked_up s
    where s.similarity is not null
  )
  select json_build_object(
           'ids', json_agg(id), 'document_ids', json_agg(document_id),
           'similarities', json_agg(similarity), 'text_scores', json_agg(text_score),
           'vector_ranks', json_agg(vector_rank), 'text_ranks', json_agg(text_rank)) as columns
  from scored`

const passageFilter = (query: CandidateQuery): RawBuilder<unknown> =>
  query.documentId === undefined ? inScope(query) : sql`and document_id = ${query.documentId}`

/** The best possible score in the passage's language. With one analysed query it is the query's own. */
const bestScore = (queries: readonly ExpandedQuery[]): RawBuilder<unknown> =>
  queries.length === 1
    ? sql`(select best from query)`
    : sql`coalesce((
        select r.best from readable_passages p
        join readable_documents d on d.id = p.document_id
        join queries r on r.language = d.language
        where p.id = s.id), (select best from query))`
