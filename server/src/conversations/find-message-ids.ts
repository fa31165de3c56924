import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { isAskedBy } from './asked-by.ts'
import type { MessageFilters } from './message-filters.ts'
import { idBounds, searchCondition } from './message-filters.ts'

/**
 * How many of the newest are compared one by one before the index is asked. A filter that matches
 * many is met among these; one that does not has few matches for the index to sort. The planner cannot
 * tell which, since it knows how common a number is only if it is very common.
 */
const NEWEST = 20_000

export type MessagePage = {
  limit: number
  /** An id; null: from the newest on. */
  before: string | null
  filters: MessageFilters
}

/** Newest first. */
export async function findMessageIds(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  { limit, before, filters }: MessagePage,
  newest = NEWEST,
): Promise<string[]> {
  const searched = searchCondition(knowledgeBaseId, filters)
  const condition = searched ?? sql`true`
  const bounds = idBounds(filters, before)
  if (filters.asker !== undefined) {
    return readIds(
      tx,
      sql`
      select m.id from threads t
      join messages m on m.knowledge_base_id = t.knowledge_base_id and m.thread_id = t.id
      where ${isAskedBy(filters.asker)} and m.id in (
        select id from (select message_id as id, words, facets from searchable_messages) s
        where ${condition} and ${bounds})
      order by 1 desc limit ${limit}`,
    )
  }
  // Where nothing is searched for, the newest are the page.
  const compared = searched === null ? limit : newest
  const { rows } = await sql<{ scanned: number; ids: string[] }>`
    with newest as materialized (
      select id, ${condition} as matches
      from (select message_id as id, words, facets from searchable_messages) s
      where ${bounds} order by id desc limit ${compared})
    select count(*)::int as scanned,
           (array_agg(id order by id desc) filter (where matches))[1:${sql.lit(limit)}] as ids
    from newest`.execute(tx)
  const { scanned = 0, ids } = rows[0] ?? {}
  const found = ids ?? []
  if (found.length === limit || scanned < compared) return found
  return readIds(tx, indexedIds(condition, bounds, limit))
}

/** Without the fence the planner would walk the ids from the newest on, in the hope of early matches. */
export const indexedIds = (
  condition: RawBuilder<unknown>,
  bounds: RawBuilder<unknown>,
  limit: number,
): RawBuilder<{ id: string }> => sql<{ id: string }>`
  select id from (
    select message_id as id from searchable_messages where ${condition} offset 0) found
  where ${bounds} order by id desc limit ${limit}`

const readIds = async (tx: TenantTransaction, statement: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ id: string }>`${statement}`.execute(tx)).rows.map(({ id }) => id)
