import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { allTerms } from '../text/analysed-query.ts'
import { K1 } from '../text/terms.ts'
import { ALL_PASSAGES } from '../knowledge/passages/term-statistics.ts'
import { TERM_SPACE } from '../text/vector-text.ts'
import type { ExpandedQuery, Synonym } from './rules/synonyms.ts'

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

/** What a synonym weighs at most, by what the words weigh that it stands for. */
const SYNONYM_SHARE = 0.8

/**
 * The query's side of BM25, as common table expressions: `query` has its idf weights as one sparse
 * vector, the terms that pick candidates, and the best score any passage could reach; `queries` has
 * that best score by language, since a passage cannot contain stems of another language. A term that
 * no passage has counts towards the best score: a question of which only "go" and "with" are known
 * is not matched.
 */
export const textQuery = (
  queries: readonly ExpandedQuery[],
  large: CandidateLimit = LARGE,
): RawBuilder<unknown> => sql`
  statistics as materialized (
    select term, passages from term_statistics
    where knowledge_base_id = current_knowledge_base()
      and term = any(${[ALL_PASSAGES, ...allTerms(queries), ...addedTerms(queries)]}::int[]) and passages > 0
  ), total as (
    select passages, case when passages > ${sql.lit(large.passages)} then ${sql.lit(large.most)} end as most
    from statistics where term = ${ALL_PASSAGES}
  ), ${queryTerms(queries)}, query as materialized (
    select ('{' || string_agg(term || ':' || idf, ',' order by term) || '}/' || ${sql.lit(TERM_SPACE)})::sparsevec as weights,
           coalesce(
             array_agg(term) filter (where passages between 1 and ${sql.lit(COMMON_SHARE)} * total
                                       and candidates <= coalesce(most, candidates)),
             array_agg(term) filter (where passages > 0 and candidates <= coalesce(most, candidates)),
             (array_agg(term order by passages) filter (where passages > 0))[1:1]) as candidates,
           max(most) as most,
           sum(best) * ${sql.lit(K1 + 1)} as best
    from query_terms
  ), queries as (
    select r.language, sum(best) * ${sql.lit(K1 + 1)} as best
    from unnest(${pairs(queries).map(([language]) => language)}::text[],
                ${pairs(queries).map(([, term]) => term)}::int[]) as r (language, term)
    join query_terms using (term)
    group by r.language
  )`

/** Each term with its weight and what it adds to the best score. */
const queryTerms = (queries: readonly ExpandedQuery[]): RawBuilder<unknown> => {
  const typed = allTerms(queries)
  const added = addedTerms(queries)
  if (added.length === 0) {
    return sql`query_terms as (
      select known.*, idf as best from (${knownTerms(typed)}) known
    )`
  }
  const members = synonymsOf(queries).flatMap((synonym, index) => [
    ...synonym.typed.map((term) => ({ synonym: index, term, isTyped: true })),
    ...synonym.added.map((term) => ({ synonym: index, term, isTyped: false })),
  ])
  return sql`known_terms as materialized (
    ${knownTerms([...new Set([...typed, ...added])].toSorted((a, b) => a - b))}
  ), members as (
    select m.synonym, m.is_typed, k.term, k.passages, k.idf
    from unnest(${members.map(({ synonym }) => synonym)}::int[], ${members.map(({ term }) => term)}::int[],
                ${members.map(({ isTyped }) => isTyped)}::boolean[]) as m (synonym, term, is_typed)
    join known_terms k using (term)
  ), synonyms as (
    -- All terms of a synonym together weigh at most a share of the words that they stand for.
    select synonym, min(passages) filter (where is_typed) = 0 as is_alone,
           least(sum(idf) filter (where not is_typed),
                 ${sql.lit(SYNONYM_SHARE)} * sum(idf) filter (where is_typed)) as weight,
           sum(idf) filter (where is_typed) as typed_idf,
           sum(idf) filter (where not is_typed) as added_idf
    from members group by synonym
  ), weighed as (
    select m.term,
           max(m.idf * s.weight / s.added_idf) filter (where not m.is_typed) as idf,
           -- Words that no passage has are as good as the best that stands for them.
           max(m.idf * s.weight / s.typed_idf) filter (where m.is_typed and s.is_alone) as best
    from members m join synonyms s using (synonym)
    group by m.term
  ), query_terms as (
    select k.term, k.passages, k.total, k.most, k.candidates,
           case when k.term = any(${typed}::int[]) then k.idf else w.idf end as idf,
           case when k.term = any(${typed}::int[]) then coalesce(w.best, k.idf) else 0 end as best
    from known_terms k left join weighed w using (term)
  )`
}

const knownTerms = (terms: readonly number[]): RawBuilder<unknown> => sql`
    select t.term, coalesce(s.passages, 0) as passages, total.passages as total, total.most,
           sum(s.passages) over (order by s.passages, t.term) as candidates,
           ${idfSql(sql`coalesce(s.passages, 0)`, sql`total.passages`)} as idf
    from unnest(${terms}::int[]) as t (term)
    left join statistics s using (term)
    cross join total`

const synonymsOf = (queries: readonly ExpandedQuery[]): readonly Synonym[] =>
  queries.flatMap(({ synonyms = [] }) => synonyms)

const addedTerms = (queries: readonly ExpandedQuery[]): number[] =>
  synonymsOf(queries).flatMap(({ added }) => added)

const pairs = (queries: readonly ExpandedQuery[]): (readonly [string, number])[] =>
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
