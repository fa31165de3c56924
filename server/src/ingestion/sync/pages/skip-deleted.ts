import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { SyncRun } from '../sync-run.ts'

export const DELETED_BY_OPERATOR = 'An operator deleted it.'

/** A page that is about to be stored. */
export type PageToCheck = {
  key: string
  url: string
  fingerprint: Buffer | null
  /** A page with a document cannot be the deleted page under another key. */
  isKnown: boolean
}

type Deleted = { key: string; document_id: string; source_id: string }

/**
 * By key, why pages are skipped because an operator deleted them, the same page under another key, or the
 * same URL in another source.
 */
export async function findDeletions(
  tx: TenantTransaction,
  run: Pick<SyncRun, 'source'>,
  pages: readonly PageToCheck[],
): Promise<Map<string, string>> {
  const deletedPages = await findDeleted(tx, run.source.id, pages)
  const reasons = new Map<string, string>()
  for (const page of pages) {
    const deleted = deletedPages.get(page.key)
    if (deleted) reasons.set(page.key, await skipDeleted(tx, run, page, deleted))
  }
  return reasons
}

async function skipDeleted(
  tx: TenantTransaction,
  { source }: Pick<SyncRun, 'source'>,
  page: PageToCheck,
  deleted: Deleted,
): Promise<string> {
  if (deleted.source_id !== source.id) return 'An operator deleted the page with this address.'
  if (deleted.key === page.key) return DELETED_BY_OPERATOR
  await rememberMoved(tx, deleted, page)
  return `The same page as ${deleted.key}, which an operator deleted.`
}

/** By the key of the page that was asked for. */
async function findDeleted(
  tx: TenantTransaction,
  sourceId: string,
  pages: readonly PageToCheck[],
): Promise<Map<string, Deleted>> {
  if (pages.length === 0) return new Map()
  const asked = pages.map(({ key, url, fingerprint, isKnown }) => ({
    key,
    url,
    fingerprint: fingerprint?.toString('hex') ?? null,
    is_known: isKnown,
  }))
  const { rows } = await sql<Deleted & { asked_key: string }>`
    select p.key as asked_key, deleted.* from (
      select key, url, decode(fingerprint, 'hex') as fingerprint, is_known
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as p (key text, url text, fingerprint text, is_known boolean)) p
    cross join lateral (
      select x.key, x.document_id, x.source_id from deleted_pages x
      where (x.source_id = ${sourceId} and x.key = p.key)
        or (not p.is_known and (
          x.url = p.url
          -- If another page still has this text, only a copy was deleted.
          or (x.source_id = ${sourceId} and x.fingerprint = p.fingerprint and not exists (
            select from source_pages o
            where o.source_id = ${sourceId} and o.fingerprint = p.fingerprint
              and o.document_id is not null))))
      order by (x.source_id = ${sourceId} and x.key = p.key) desc, x.source_id = ${sourceId} desc, x.key
      limit 1) deleted`.execute(tx)
  return new Map(rows.map(({ asked_key, ...deleted }) => [asked_key, deleted]))
}

/** It stays deleted even if its text changes. The same document id restores both together. */
async function rememberMoved(
  tx: TenantTransaction,
  { key, source_id }: Deleted,
  page: PageToCheck,
): Promise<void> {
  await sql`
    insert into deleted_pages
      (knowledge_base_id, source_id, key, document_id, url, title, fingerprint, deleted_at)
    select knowledge_base_id, source_id, ${page.key}, document_id, ${page.url}, title,
           ${page.fingerprint}, deleted_at
    from deleted_pages where source_id = ${source_id} and key = ${key}
    on conflict do nothing`.execute(tx)
}
