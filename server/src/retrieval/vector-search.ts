import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'

/** The embedding space to search, whether it has an HNSW index, and whether in a table of its own. */
export type SearchSpace = { id: string; dimensions: number; indexed: boolean; copied: boolean }

/** The nearest passages by cosine. */
export const vectorRetriever = (
  space: SearchSpace,
  vector: string | Buffer,
  limit: number,
  groupFilter: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select passage_id as id, document_id, distance, rank() over (order by distance) as rank
  from (
    select v.passage_id, v.document_id, ${distance(space, vector)} as distance
    from ${vectorsOf(space)} v
    where v.space_id = ${spaceId(space)} ${groupFilter}
    order by distance
    limit ${sql.lit(limit)}
  ) nearest`

/**
 * Exact without an index, with the vector of `asked`: every vector of the knowledge base is compared. With one, the planner needs
 * the exact expression that is indexed.
 */
const distance = (
  { indexed, dimensions }: SearchSpace,
  vector: string | Buffer,
): RawBuilder<unknown> => {
  if (!indexed) return sql`v.embedding <=> (select vector from asked)`
  const type = sql.raw(`halfvec(${dimensions})`)
  return sql`v.embedding::${type} <=> ${vector}::${type}`
}

/** The index of a space that has not been copied yet is on the table that all share. */
const vectorsOf = ({ indexed, copied }: SearchSpace): RawBuilder<unknown> =>
  sql.table(indexed && copied ? 'readable_indexed_vectors' : 'readable_vectors')

/** A literal where there is an index: the planner must see that it is in the table of this space. */
const spaceId = ({ indexed, id }: SearchSpace): RawBuilder<unknown> =>
  indexed ? sql`${sql.lit(id)}::uuid` : sql`${id}`

/**
 * For the rest of the transaction. The planner takes comparing 384 numbers to be as cheap as comparing
 * two: it compared and sorted all of 20,000 vectors in 31 ms where the index took 6. So sorting is
 * off; the index already orders, though loosely where a scan resumed, so `vectorRetriever` ranks
 * again. A group may be so small that comparing all its vectors is quickest: there the planner decides.
 */
export async function prepareIndexScan(tx: TenantTransaction, isGrouped: boolean): Promise<void> {
  await sql`select set_config('enable_sort', ${isGrouped ? 'on' : 'off'}, true)`.execute(tx)
}
