import { sql } from 'kysely'
import { inGroups } from '../../platform/database/group-scope.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { withoutFragment } from '../../text/without-fragment.ts'
import type { PagePassage } from './page-markdown.ts'
import { pageMarkdown } from './page-markdown.ts'

export type ReadablePage = { id: string; url: string; title: string }

type Listing = {
  /** null: every group. */
  groupIds: readonly string[] | null
  /** The id of the last page of the previous list. */
  after: string | undefined
  limit: number
}

/** Indexed public pages, oldest first. */
export async function listReadablePages(
  tx: TenantTransaction,
  { groupIds, after, limit }: Listing,
): Promise<ReadablePage[]> {
  const { rows } = await sql<ReadablePage>`
    select d.id, d.url, d.title
    from readable_documents d
    where d.visibility = 'public'
      and ${inGroups(groupIds, sql`d.group_id`)}
      and (${after ?? null}::uuid is null or d.id > ${after ?? null}::uuid)
      and exists (select from readable_passages p where p.document_id = d.id)
    order by d.id
    limit ${limit}`.execute(tx)
  return rows
}

/**
 * The text of an indexed page, or null. It comes from the passages, which search shows; the original
 * may have comments and front matter that readers never see.
 */
export async function readPage(
  tx: TenantTransaction,
  url: string,
  groupIds: readonly string[] | null,
): Promise<string | null> {
  if (url.includes('\0')) return null
  // A citation's URL may have a fragment.
  const page = withoutFragment(url)
  const { rows } = await sql<PagePassage & { title: string }>`
    with page as (
      select id, title from readable_documents
      where url in (${url}, ${page})
        and ${inGroups(groupIds, sql`group_id`)}
      order by url = ${url} desc
      limit 1
    )
    select page.title, p.content, p.heading_path as "headingPath"
    from page
    join readable_passages p on p.document_id = page.id
    order by p.chunk_index`.execute(tx)
  const [first] = rows
  return first ? pageMarkdown(first.title, rows) : null
}
