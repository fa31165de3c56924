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
 * Why a page is skipped because an operator deleted it, the same page under another key, or the same
 * URL in another source. Undefined: it is not.
 */
export async function findDeletion(
  tx: TenantTransaction,
  run: Pick<SyncRun, 'source'>,
  page: PageToCheck,
): Promise<string | undefined> {
  const deleted = await findDeleted(tx, run.source.id, page)
  if (!deleted) return undefined
  if (deleted.source_id !== run.source.id) return 'An operator deleted the page with this address.'
  if (deleted.key === page.key) return DELETED_BY_OPERATOR
  await rememberMoved(tx, deleted, page)
  return `The same page as ${deleted.key}, which an operator deleted.`
}

async function findDeleted(
  tx: TenantTransaction,
  sourceId: string,
  { key, url, fingerprint, isKnown }: PageToCheck,
): Promise<Deleted | undefined> {
  const { rows } = await sql<Deleted>`
    select x.key, x.document_id, x.source_id from deleted_pages x
    where (x.source_id = ${sourceId} and x.key = ${key})
      or (not ${isKnown}::boolean and (
        x.url = ${url}
        -- If another page still has this text, only a copy was deleted.
        or (x.source_id = ${sourceId} and x.fingerprint = ${fingerprint} and not exists (
          select from source_pages o
          where o.source_id = ${sourceId} and o.fingerprint = ${fingerprint}
            and o.document_id is not null))))
    order by (x.source_id = ${sourceId} and x.key = ${key}) desc, x.source_id = ${sourceId} desc, x.key
    limit 1`.execute(tx)
  return rows[0]
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
