import type { Labels } from '@footnote/contract/labels'
import { sql } from 'kysely'
import type { DocumentVisibility } from '../../platform/database/database.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'

/** A page as an answer diff has it, in place of the document of this id if there is one. */
export type OverlayPage = {
  id: string
  change: 'added' | 'changed' | 'removed'
  url: string
  title: string
  /** Null takes the title found in the content. */
  given_title: string | null
  /** Null of removed pages alone. */
  content: string | null
  content_type: string | null
  group_id: string | null
  visibility: DocumentVisibility
  labels: Labels
  source_type: string
}

export async function insertOverlayPages(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  diffId: string,
  pages: readonly OverlayPage[],
): Promise<void> {
  await sql`
    insert into overlay_pages (knowledge_base_id, diff_id, id, change, url, title, given_title, content,
                               content_type, group_id, visibility, labels, source_type)
    select ${knowledgeBaseId}, ${diffId}, id, change, url, title, given_title, content, content_type,
           group_id, visibility, labels, source_type
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as r (
      id uuid, change text, url text, title text, given_title text, content text, content_type text,
      group_id uuid, visibility text, labels jsonb, source_type text)`.execute(tx)
}

export type WaitingPage = Pick<OverlayPage, 'id' | 'url' | 'given_title' | 'visibility'> & {
  content: string
  content_type: string
}

/** Those whose passages are not stored yet. */
export async function waitingPages(tx: TenantTransaction, diffId: string): Promise<WaitingPage[]> {
  const { rows } = await sql<WaitingPage>`
    select id, url, given_title, visibility, content, content_type from overlay_pages
    where diff_id = ${diffId}::uuid and change <> 'removed' and not indexed order by id`.execute(tx)
  return rows
}

/** Languages of its pages that readers would see. */
export async function overlayLanguages(tx: TenantTransaction, diffId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select distinct language from overlay_pages
    where diff_id = ${diffId}::uuid and indexed and visibility <> 'restricted'
    order by 1`.execute(tx)
  return rows.map(({ language }) => language)
}
