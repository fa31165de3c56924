import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { AnalysedQuery } from '../text/analysed-query.ts'
import { allTerms } from '../text/analysed-query.ts'
import { K1 } from '../text/terms.ts'
import { ALL_PASSAGES } from '../knowledge/passages/term-statistics.ts'
import { TERM_SPACE } from '../text/vector-text.ts'

/** A term in a larger share of the passages picks no candidates, unless every term is that common. */
export const COMMON_SHARE = 0.05

/**
 * Above `passages` the rarest terms pick at most `most` candidates. Each is read and scored, which took
 * 5 ms for these and would take 100 for 5 % of a million. docs/decisions/0006-size.md has the cost in
 * rank.
 */
export const LARGE = { passages: 20_000, most: 5_000 }
export type CandidateLimit = typeof LARGE

/** How BM25 weighs a term that so many of `total` passages have. */
export const idf = (passages: number, total: number): number =>
  Math.log(1 + (total - passages + 0.5) / (passages + 0.5))

/** The same in SQL. As numeric, a logarithm takes longer than all else in this expression. */
export const idfSql = (passages: RawBuilder<unknown>, total: RawBuilder<unknown>) =>
  sql`ln(1 + (${total} - ${passages} + 0.5::float8) / (${passages} + 0.5::float8))`

/**
 * The query's side of BM25, as common table expressions: `query` has its idf weights as one sparse
 * vector, the terms that pick candidates, and the best score any passage could reach; `queries` has
 * that best score by language, since a passage cannot contain stems of another language. A term that
 * no passage has counts towards the best score: a question of which only "go" and "with" are known
 * is not matched.
 */
export const textQuery = (
  queries: readonly AnalysedQuery[],
  large: CandidateLimit = LARGE,
): RawBuilder<unknown> => sql`
  statistics as materialized (
    select term, passages from term_statistics
    where knowledge_base_id = current_knowledge_base()
      and term = any(${[ALL_PASSAGES, ...allTerms(queries)]}::int[]) and passages > 0
  ), total as (
    select passages, case when passages > ${sql.lit(large.passages)} then ${sql.lit(large.most)} end as most
    from statistics where term = ${ALL_PASSAGES}
  ), query_terms as (
    select t.term, coalesce(s.passages, 0) as passages, total.passages as total, total.most,
           sum(s.passages) over (order by s.passages, t.term) as candidates,
           ${idfSql(sql`coalesce(s.passages, 0)`, sql`total.passages`)} as idf
    from unnest(${allTerms(queries)}::int[]) as t (term)
    left join statistics s using (term)
    cross join total
  ), query as materialized (
    select ('{' || string_agg(term || ':' || idf, ',' order by term) || '}/' || ${sql.lit(TERM_SPACE)})::sparsevec as weights,
           coalesce(
             array_agg(term) filter (where passages between 1 and ${sql.lit(COMMON_SHARE)} * total
                                       and candidates <= coalesce(most, candidates)),
             array_agg(term) filter (where passages > 0 and candidates <= coalesce(most, candidates)),
             (array_agg(term order by passages) filter (where passages > 0))[1:1]) as candidates,
           max(most) as most,
           sum(idf) * ${sql.lit(K1 + 1)} as best
    from query_terms
  ), queries as (
    select r.language, sum(idf) * ${sql.lit(K1 + 1)} as best
    from unnest(${pairs(queries).map(([language]) => language)}::text[],
                ${pairs(queries).map(([, term]) => term)}::int[]) as r (language, term)
    join query_terms using (term)
    group by r.language
  )`

const pairs = (queries: readonly AnalysedQuery[]): (readonly [string, number])[] =>
  queries.flatMap(({ language, terms }) => terms.map((term) => [language, term] as const))

/**
 * The best passages by BM25. `<#>` is the negative inner product of the stored and the query weights.
 * The inner limit is for a question of common terms alone.
 */
export const textRetriever = (
  limit: number,
  groupFilter: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select id, document_id, distance, rank() over (order by distance) as rank
  from (
    select p.id, p.document_id, p.weights <#> (select weights from query) as distance
    from (
      select id, document_id, weights from readable_terms
      where terms && (select candidates from query) ${groupFilter}
      limit (select most from query)
    ) p
    order by distance
    limit ${sql.lit(limit)}
  ) best`
