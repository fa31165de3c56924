import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** The embedding space to search, whether it has an HNSW index, and whether in a table of its own. */
export type SearchSpace = { id: string; dimensions: number; indexed: boolean; copied: boolean }

/**
 * The nearest passages, found in a copy of the vectors. They count only if no transaction that the search
 * sees has changed vectors since `read`, the snapshot (pg_snapshot) in which the copy was made.
 */
export type KnownHits = {
  read: string
  /** Arrays in PostgreSQL's text form. */
  passageIds: string
  documentIds: string
  distances: string
}

/** null in `groupIds`: every group. */
export type VectorQuery = {
  space: SearchSpace
  known?: KnownHits | undefined
  groupIds: readonly string[] | null
  groupFilter: RawBuilder<unknown>
  limit: number
}

/** The nearest passages by cosine to the vector of `asked`. */
export const vectorRetriever = (query: VectorQuery): RawBuilder<unknown> => sql`
  select passage_id as id, document_id, distance, rank() over (order by distance) as rank
  from ${nearestTo(query)} nearest`

function nearestTo(query: VectorQuery): RawBuilder<unknown> {
  if (query.known) return ifUnchanged(query.known)
  return query.space.indexed ? byIndex(query) : byComparison(query)
}

/** Nothing, if the vectors have changed. */
const ifUnchanged = ({ read, ...hits }: KnownHits): RawBuilder<unknown> => sql`(
    select passage_id, document_id, distance
    from unnest(${hits.passageIds}::uuid[], ${hits.documentIds}::uuid[], ${hits.distances}::float8[])
      as hit (passage_id, document_id, distance)
    where not exists (
      select from readable_vector_changes
      where changed_by >= pg_snapshot_xmin(${read}::pg_snapshot)
        and not pg_visible_in_snapshot(changed_by, ${read}::pg_snapshot))
  )`

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
