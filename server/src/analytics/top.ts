import type { CitedDocuments, TopQuestions } from '@footnote/contract/admin/answers/analytics'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { firstIdAt } from '../platform/new-id.ts'
import type { Period } from './period.ts'
import { dayAfter } from './period.ts'

/** The newest questions of the period: each request compares their words with each other. */
const MAX_COMPARED = 50_000

export async function listCitedDocuments(
  tx: TenantTransaction,
  { from, to }: Period,
  limit: number,
): Promise<CitedDocuments['documents']> {
  const { rows } = await sql<CitedDocuments['documents'][number]>`
    select d.id as document_id, d.title, d.url, c.cited
    from (select document_id, sum(cited)::float8 as cited from citation_counts
          where day between ${from}::date and ${to}::date group by 1) c
    join documents d on d.id = c.document_id
    order by c.cited desc, d.id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Questions that consist of the same words. Only the narrow rows of the search are read, and the texts
 * of the few that are listed.
 */
export async function listTopQuestions(
  tx: TenantTransaction,
  { from, to }: Period,
  limit: number,
): Promise<TopQuestions> {
  const { rows } = await sql<{ compared: number; questions: TopQuestions['questions'] | null }>`
    with newest as materialized (
      select message_id, words,
             facets @> array[(select message_facet(current_knowledge_base(), 'covered', 'false'))] as not_covered
      from searchable_messages
      where message_id >= ${firstIdAt(Date.parse(from))}::uuid
        and message_id < ${firstIdAt(Date.parse(dayAfter(to)))}::uuid
        and exists (select from workspaces where id = current_workspace() and retention <> 'zero')
      order by message_id desc limit ${MAX_COMPARED}
    ), same as (
      select count(*)::int as asked, max(message_id::text)::uuid as message_id,
             count(*) filter (where not_covered) as not_covered
      from newest where words <> '{}' group by words having count(*) > 1
      order by 1 desc, 2 desc limit ${limit}
    )
    select (select count(*)::int from newest) as compared, (
      select json_agg(json_build_object(
        'question', m.question, 'message_id', m.id, 'asked', s.asked, 'not_covered', s.not_covered)
        order by s.asked desc, m.id desc)
      from same s join messages m on m.id = s.message_id) as questions`.execute(tx)
  const [found] = rows
  return { questions: found?.questions ?? [], compared: found?.compared ?? 0 }
}
