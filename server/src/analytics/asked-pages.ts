import type { AskedPages } from '@footnote/contract/admin/answers/analytics'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { Period } from './period.ts'

type Row = { page_url: string; questions: number; covered: number }

/** The pages that questions were asked on, most questions first. */
export async function listAskedPages(
  tx: TenantTransaction,
  { from, to }: Period,
  limit: number,
): Promise<AskedPages> {
  const { rows } = await sql<Row>`
    select page_url, sum(questions)::float8 as questions, sum(covered)::float8 as covered
    from page_counts where day between ${from}::date and ${to}::date
    group by 1 order by page_url = '' desc, 2 desc, 1 limit ${limit + 1}`.execute(tx)
  const pages = rows.filter(({ page_url }) => page_url !== '').slice(0, limit)
  const rest = rows.find(({ page_url }) => page_url === '')
  return { pages, other_questions: rest?.questions ?? 0 }
}
