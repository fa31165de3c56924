import type { MissingPage } from '@footnote/contract/admin/inspection'
import type { TenantTransaction } from '../platform/database/tenant.ts'

export type PageName = { url: string } | { documentId: string }

/** What a source knows of a page that has no document. A deletion by an operator comes first. */
export const findMissingPage = async (
  tx: TenantTransaction,
  page: PageName,
): Promise<MissingPage | null> =>
  (await findDeleted(tx, page)) ?? ('url' in page ? await findLeftOut(tx, page.url) : null)

async function findDeleted(tx: TenantTransaction, page: PageName): Promise<MissingPage | null> {
  const found = await tx
    .selectFrom('deleted_pages as p')
    .innerJoin('sources as s', 's.id', 'p.source_id')
    .select(['p.source_id', 's.name as source_name', 'p.key', 'p.deleted_at'])
    .where((eb) =>
      'url' in page
        ? eb.or([eb('p.url', '=', page.url), eb('p.key', '=', page.url)])
        : eb('p.document_id', '=', page.documentId),
    )
    .orderBy('p.deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found
    ? { ...found, deleted_at: found.deleted_at.toISOString(), state: 'deleted', reason: null }
    : null
}

async function findLeftOut(tx: TenantTransaction, key: string): Promise<MissingPage | null> {
  const found = await tx
    .selectFrom('source_pages as p')
    .innerJoin('sources as s', 's.id', 'p.source_id')
    .select(['p.source_id', 's.name as source_name', 'p.key', 'p.state', 'p.reason'])
    .where('p.key', '=', key)
    .where('p.document_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found ? { ...found, deleted_at: null } : null
}
