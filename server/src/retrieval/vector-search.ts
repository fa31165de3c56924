import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** The nearest passages by cosine, exact: every vector of the knowledge base is compared. */
export const vectorLeg = (
  spaceId: string,
  vector: string,
  limit: number,
  groupFilter: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select passage_id as id, rank() over (order by distance) as rank
  from (
    select v.passage_id, v.embedding <=> ${vector}::halfvec as distance
    from readable_vectors v
    where v.space_id = ${spaceId} ${groupFilter}
    order by distance
    limit ${limit}
  ) nearest`
