import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { DocumentScope } from './document-scope.ts'
import { scopeAsJson } from './document-scope.ts'

export type VectorQuery = {
  spaceId: string
  scope: DocumentScope
  /** The passages of one document are few: they are compared. */
  mayUseIndex: boolean
  filter: RawBuilder<unknown>
  limit: number
}

/**
 * The nearest passages by cosine to the vector of `asked`, as common table expressions; the last is
 * `vector_hits`. The index orders loosely where its scan resumed, so they are ranked again. It gives up
 * after 20,000 passages. Where there is no index, or so many of those are restricted or outside the scope that
 * too few remain, every vector is compared.
 */
export const vectorRetriever = (query: VectorQuery): RawBuilder<unknown> => sql`
  indexed_hits as materialized (${query.mayUseIndex ? byIndex(query) : NONE}),
  vector_hits as materialized (
    select passage_id as id, document_id, distance, rank() over (order by distance) as rank
    from (
      select * from indexed_hits where (select count(*) from indexed_hits) >= ${sql.lit(query.limit)}
      union all
      (${byComparison(query)})
    ) nearest
  )`

const byIndex = ({ spaceId, scope, limit }: VectorQuery): RawBuilder<unknown> => sql`
  select * from nearest_indexed(
    ${spaceId}::uuid, (select vector from asked), ${scope.groupIds}::uuid[],
    ${scopeAsJson(scope)}::jsonb, ${sql.lit(limit)})`

const NONE = sql`select null::uuid as passage_id, null::uuid as document_id, null::float8 as distance where false`

const byComparison = ({ spaceId, filter, limit }: VectorQuery): RawBuilder<unknown> => sql`
  select v.passage_id, v.document_id, v.embedding <=> (select vector from asked) as distance
  from readable_vectors v
  where v.space_id = ${spaceId} ${filter}
    and (select count(*) from indexed_hits) < ${sql.lit(limit)}
  order by distance
  limit ${sql.lit(limit)}`
