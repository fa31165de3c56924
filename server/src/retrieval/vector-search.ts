import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** The embedding space to search, whether it has an HNSW index, and whether in a table of its own. */
export type SearchSpace = { id: string; dimensions: number; indexed: boolean; copied: boolean }

/** null in `groupIds`: every group. */
export type VectorQuery = {
  space: SearchSpace
  groupIds: readonly string[] | null
  groupFilter: RawBuilder<unknown>
  limit: number
}

/** The nearest passages by cosine to the vector of `asked`. */
export const vectorRetriever = (query: VectorQuery): RawBuilder<unknown> => sql`
  select passage_id as id, document_id, distance, rank() over (order by distance) as rank
  from ${query.space.indexed ? byIndex(query) : byComparison(query)} nearest`

/** The index orders loosely where its scan resumed, so `vectorRetriever` ranks again. */
const byIndex = ({ space, groupIds, limit }: VectorQuery): RawBuilder<unknown> => sql`
  nearest_indexed(${space.id}::uuid, ${space.dimensions}::int, ${space.copied}::boolean,
                  (select vector from asked), ${groupIds}::uuid[], ${sql.lit(limit)})`

/** Every vector of the knowledge base is compared. */
const byComparison = ({ space, groupFilter, limit }: VectorQuery): RawBuilder<unknown> => sql`(
    select v.passage_id, v.document_id, v.embedding <=> (select vector from asked) as distance
    from readable_vectors v
    where v.space_id = ${space.id} ${groupFilter}
    order by distance
    limit ${sql.lit(limit)}
  )`
