import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { CandidateQuery, CandidateRow } from './candidates.ts'
import { askedQuery, RETRIEVER_LIMIT, scoredColumns } from './candidates.ts'
import { TERM_SPACE } from '../text/vector-text.ts'
import { inScope } from './document-scope.ts'

/**
 * What stands between another source and the fusion: of the ids that it named, the passages that the
 * views of this transaction show to this search. It takes nothing else from the source: scores, ranks and
 * the statistics behind them are computed here, as if both retrievers had found just these. Each is
 * looked up by key, also in a plan made while the tables were small.
 */
export const gateStatement = (
  query: CandidateQuery,
  ids: readonly string[],
): RawBuilder<CandidateRow> => shownStatement(query, sql`unnest(${ids}::uuid[])`)

/** Of each of these pages the passage nearest to the question, shown in the same way. */
export const pinnedStatement = (
  query: CandidateQuery,
  urls: readonly string[],
): RawBuilder<CandidateRow> =>
  shownStatement(
    query,
    sql`(
        select nearest.passage_id from unnest(${urls}::text[]) as pinned (url)
        cross join lateral (
          select id from readable_documents where url = pinned.url offset 0) d
        cross join lateral (
          select v.passage_id from readable_vectors v
          where v.space_id = ${query.spaceId} and v.document_id = d.id
          order by v.embedding <=> (select vector from asked) limit 1) nearest)`,
  )

/** `named`: the ids of passages, as a table of one column. */
const shownStatement = (
  query: CandidateQuery,
  named: RawBuilder<unknown>,
): RawBuilder<CandidateRow> => sql`
  with ${askedQuery(query)},
    -- Their product with a passage tells whether it has one of the terms that pick candidates, in a
    -- sixth of the time that comparing the lists takes.
    picking as materialized (
      select ('{' || string_agg(term || ':1', ',') || '}/' || ${sql.lit(TERM_SPACE)})::sparsevec as terms
      from unnest((select candidates from query)) as t (term)
    ),
    shown as materialized (
      select p.id, p.document_id, p.has_words, p.text_distance,
             (select v.embedding <=> (select vector from asked) from readable_vectors v
              where v.space_id = ${query.spaceId} and v.passage_id = p.id) as distance
      from ${named} as named (id)
      cross join lateral (
        select id, document_id, weights <#> (select terms from picking) < 0 as has_words,
               weights <#> (select weights from query) as text_distance
        from readable_passages where id = named.id offset 0) p
      where true ${inScope(query, sql`p.document_id`)}
    ), ranked as (
      select s.*, rank() over (order by distance) as by_vector,
             rank() over (partition by has_words order by text_distance) as by_text
      from shown s
    ), looked_up as materialized (
      select id, document_id, 1 - distance as similarity, -text_distance as text_sum,
             case when by_vector <= ${sql.lit(RETRIEVER_LIMIT)} then by_vector::int end as vector_rank,
             case when has_words and by_text <= ${sql.lit(RETRIEVER_LIMIT)} then by_text::int
             end as text_rank
      from ranked
    )
  ${scoredColumns(query)}`
