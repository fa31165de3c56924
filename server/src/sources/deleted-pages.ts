import type { DeletedPage } from '@footnote/contract/admin/deleted-pages'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import { deleteDocument } from '../knowledge/documents.ts'

/**
 * Deletes a document for an operator. A page from a source is recorded as deleted, so that no sync
 * restores it; a pushed page may be pushed again. True if there was one.
 */
export async function deleteForOperator(unit: UnitOfWork, documentId: string): Promise<boolean> {
  const { tx } = unit
  // Orders this against a sync that is storing the page: one of the two waits and sees what the
  // other wrote.
  await sql`
    select from sources where id = (select source_id from documents where id = ${documentId})
    for no key update`.execute(tx)
  await sql`
    insert into deleted_pages
      (knowledge_base_id, source_id, key, document_id, url, title, fingerprint)
    select d.knowledge_base_id, d.source_id, d.source_key, d.id, d.url, d.title, o.fingerprint
    from documents d
    left join source_pages o on o.source_id = d.source_id and o.key = d.source_key
    where d.id = ${documentId} and d.source_key is not null
    on conflict (knowledge_base_id, source_id, key) do update
      set document_id = excluded.document_id, url = excluded.url, title = excluded.title,
          fingerprint = excluded.fingerprint, deleted_at = now()`.execute(tx)
  return deleteDocument(unit, documentId)
}

/** Ordered by key, with the cursor of the next part. */
export async function listDeletedPages(
  tx: TenantTransaction,
  sourceId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ pages: DeletedPage[]; next_cursor: string | null }> {
  let query = tx
    .selectFrom('deleted_pages')
    .select(['key', 'url', 'title', 'deleted_at'])
    .where('source_id', '=', sourceId)
    .orderBy('key')
    // One extra row shows whether there is a next part.
    .limit(limit + 1)
  if (after !== undefined) query = query.where('key', '>', after)
  const rows = await query.execute()
  const pages = rows
    .slice(0, limit)
    .map(({ deleted_at, ...page }) => ({ ...page, deleted_at: deleted_at.toISOString() }))
  return { pages, next_cursor: rows.length > limit ? (pages.at(-1)?.key ?? null) : null }
}

/**
 * Lets the next sync restore a page, by its key or URL. Keys it has moved to and pages with the same
 * text are restored too, since they would keep it out. False if there was none.
 */
export async function restorePage(
  tx: TenantTransaction,
  sourceId: string,
  page: string,
): Promise<boolean> {
  const { rows } = await sql`
    with named as (
      select document_id, fingerprint from deleted_pages
      where source_id = ${sourceId} and (key = ${page} or url = ${page})
    )
    delete from deleted_pages
    where source_id = ${sourceId}
      and (document_id in (select document_id from named)
           or fingerprint in (select fingerprint from named))
    returning key`.execute(tx)
  return rows.length > 0
}
