import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { pageMarkdown, writtenMarkdown } from './page-markdown.ts'

/** A knowledge base that publishes its public documents without a key. */
export type Published = Tenant & { name: string; llmsTxt: boolean; pageMarkdown: boolean }

/** Null if it publishes nothing or does not exist. */
export async function findPublished(db: Db, knowledgeBaseId: string): Promise<Published | null> {
  const { rows } = await sql<{
    workspace_id: string
    name: string
    llms_txt: boolean
    page_markdown: boolean
  }>`select * from find_published(${knowledgeBaseId})`.execute(db)
  const found = rows[0]
  if (!found) return null
  const { workspace_id: workspaceId, name, llms_txt, page_markdown } = found
  return { workspaceId, knowledgeBaseId, name, llmsTxt: llms_txt, pageMarkdown: page_markdown }
}

export type PublishedLink = { id: string; url: string; title: string }

export type PublishedPage = PublishedLink & { markdown: string }

/** Ordered by URL, after this one. */
export const listPublished = (
  db: Db,
  tenant: Tenant,
  after: string,
  limit: number,
): Promise<PublishedLink[]> =>
  withTenant(db, tenant, (tx) =>
    tx
      .selectFrom('published_pages')
      .select(['id', 'url', 'title'])
      .where('llms_txt', '=', true)
      .where('url', '>', after)
      .orderBy('url')
      .limit(limit)
      .execute(),
  )

/** Queried again, so that a page that was restricted after it was listed is not shown. */
export const readPublished = (
  db: Db,
  tenant: Tenant,
  page: { id: string } | { url: string },
  setting: 'llms_txt' | 'page_markdown',
): Promise<PublishedPage | undefined> =>
  withTenant(db, tenant, async (tx) => {
    const found = await tx
      .selectFrom('published_pages')
      .select(['id', 'url', 'title', 'content', 'content_type'])
      .where(setting, '=', true)
      .where((eb) => ('id' in page ? eb('id', '=', page.id) : eb('url', '=', page.url)))
      .executeTakeFirst()
    if (!found) return undefined
    const { content, content_type, ...link } = found
    const written = writtenMarkdown(content, content_type)
    return { ...link, markdown: written ?? (await fromPassages(tx, link)) }
  })

/** The headings and text that were parsed when the page was indexed. */
async function fromPassages(tx: TenantTransaction, { id, title }: PublishedLink): Promise<string> {
  const passages = await tx
    .selectFrom('readable_passages')
    .select(['content', 'heading_path as headingPath'])
    .where('document_id', '=', id)
    .orderBy('chunk_index')
    .execute()
  return pageMarkdown(title, passages)
}
