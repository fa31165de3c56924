import type { CitedLabels } from '@footnote/contract/admin/answers/analytics'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { Period } from './period.ts'

/** How often answers cite documents with each value of each label, `limit` values of each. */
export async function listCitedLabels(
  tx: TenantTransaction,
  { from, to }: Period,
  limit: number,
): Promise<CitedLabels['labels']> {
  const { rows } = await sql<CitedLabels['labels'][number]>`
    with cited as materialized (
      select c.document_id, c.cited
      from (select document_id, sum(cited)::float8 as cited from citation_counts
            where day between ${from}::date and ${to}::date group by 1) c
      where exists (select from documents d where d.id = c.document_id)
    ), by_value as (
      select l.name, l.value, count(*)::int as documents, sum(c.cited) as cited,
             row_number() over (partition by l.name order by sum(c.cited) desc, l.value) as place
      from cited c join document_labels l on l.document_id = c.document_id group by 1, 2
    ), labelled as (
      select l.name, sum(c.cited) as cited
      from cited c join (select distinct name, document_id from document_labels) l
        on l.document_id = c.document_id group by 1
    )
    select v.name,
           json_agg(json_build_object('value', v.value, 'documents', v.documents, 'cited', v.cited)
                    order by v.place) as values,
           (select sum(cited) from cited) - min(l.cited) as without
    from by_value v join labelled l on l.name = v.name
    where v.place <= ${limit} group by 1 order by 1`.execute(tx)
  return rows
}
