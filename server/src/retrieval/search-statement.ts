import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { EvidenceRow } from './answerability/evidence.ts'
import { COMPARED_PASSAGES, evidenceObject } from './answerability/evidence.ts'
import type { CandidateQuery } from './candidates.ts'
import { candidateTables } from './candidates.ts'
import { fusedTables } from './fuse.ts'
import { PASSAGE_COLUMNS, type PassageRow } from './load-passages.ts'
import { MIN_RELEVANCE } from './relevance.ts'

export type SearchQuery = CandidateQuery & {
  /** Left out as if they were deleted. */
  hiddenDocumentIds: readonly string[]
  /** How many of the relevant passages are loaded. */
  limit: number
  /** Also those that are not loaded and not the best, and what answerability is judged by. */
  wantsCandidates: boolean
}

export type FoundCandidate = {
  id: string
  document_id: string
  vector_rank: number | null
  text_rank: number | null
  vector_score: number
  text_score: number
}

/** null in `content`: a candidate that is not loaded. */
export type SearchRow = FoundCandidate & {
  /** Of the first row, where candidates are wanted. */
  evidence: EvidenceRow | null
} & (PassageRow | { content: null })

/** Also how many passages the vector search found, before documents were hidden. */
type StatementRow = SearchRow & { vector_hits: number }

/** Candidates in their order, best first, and the passages that are returned, in one statement. */
export const searchStatement = (query: SearchQuery): RawBuilder<StatementRow> => sql<StatementRow>`
  with ${candidateTables(query)},
  baseline as (select ${query.similarityBaseline}::float8 as cosine),
  candidates as materialized (
    select s.id, s.document_id, s.vector_rank, s.text_rank,
           -- As calibrate() of similarity-baseline.ts.
           least(1, greatest(0, (s.similarity - b.cosine) / (1 - b.cosine))) as vector_score,
           least(1, greatest(0, s.text_score)) as text_score
    from scored s cross join baseline b
    where s.document_id <> all(${query.hiddenDocumentIds}::uuid[])
  ), ${fusedTables()},
  judged as (
    select *, (vector_score + text_score) / 2 as relevance from fused
  ), ordered as (
    select *, row_number() over best_first as rank,
           relevance >= ${sql.lit(MIN_RELEVANCE)} and
           count(*) filter (where relevance >= ${sql.lit(MIN_RELEVANCE)})
             over (best_first rows unbounded preceding) <= ${query.limit}::int as is_shown
    from judged
    window best_first as (order by fused_score desc, relevance desc, id)
  )
  select o.id, o.document_id, o.vector_rank, o.text_rank, o.vector_score, o.text_score,
         (select count(*)::int from vector_hits) as vector_hits,
         ${query.wantsCandidates ? evidence(query) : sql`null`} as evidence, p.*
  from ordered o
  left join lateral (
    select ${PASSAGE_COLUMNS}
    from readable_passages p
    -- By key, also in a plan made while the tables were small: connections keep it.
    cross join lateral (select * from readable_documents d where d.id = p.document_id offset 0) d
    where p.id = o.id and o.is_shown
    offset 0
  ) p on true
  -- The first always, for its number of vector hits.
  where o.is_shown or o.rank = 1 or ${query.wantsCandidates}::boolean
  order by o.rank`

/** Of the passages in `ordered`, once. */
const evidence = ({ queries }: SearchQuery): RawBuilder<unknown> => sql`case when o.rank = 1 then
    ${evidenceObject(
      queries,
      sql`array(select id from ordered where rank <= ${sql.lit(COMPARED_PASSAGES)})`,
    )} end`
