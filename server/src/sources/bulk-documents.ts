import type { BulkDocumentsBody } from '@footnote/contract/admin/documents'
import { MAX_BULK_DOCUMENTS } from '@footnote/contract/limits'
import { sql } from 'kysely'
import type { DocumentAccess } from '../knowledge/document-access.ts'
import type { DocumentChange } from '../knowledge/documents.ts'
import { changeDocument } from '../knowledge/documents.ts'
import { listDocuments } from '../knowledge/list-documents.ts'
import { indexAllAgain } from '../knowledge/queue-indexing.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import { deleteForOperator } from './deleted-pages.ts'

export type BulkDocument = DocumentAccess & { id: string }

/** The documents that a bulk change is for, in the order of their ids, and where the next part begins. */
export async function findBulk(
  tx: TenantTransaction,
  { ids, filter = {}, cursor }: Pick<BulkDocumentsBody, 'ids' | 'filter' | 'cursor'>,
): Promise<{ ids: string[]; next_cursor: string | null }> {
  if (ids) return { ids, next_cursor: null }
  const page = { limit: MAX_BULK_DOCUMENTS, cursor }
  const { documents, next_cursor } = await listDocuments(tx, filter, page)
  return { ids: documents.map(({ id }) => id), next_cursor }
}

/**
 * Locks them, so that nobody changes them meanwhile. Always in this order, and their sources first as a
 * sync does that stores a page, to avoid deadlocks.
 */
export async function lockBulk(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<BulkDocument[]> {
  await sql`
    select from sources where id in (select source_id from documents where id = any(${ids}::uuid[]))
    order by id for no key update`.execute(tx)
  return tx
    .selectFrom('documents')
    .select(['id', 'url', 'visibility', 'group_id', 'given_labels as labels'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** What an operator asked for. */
export async function changeBulk(
  unit: UnitOfWork,
  documents: readonly BulkDocument[],
  { visibility, group_id, labels, reindex, delete: isDeleted }: BulkDocumentsBody,
): Promise<void> {
  const change: DocumentChange = {
    // From now on the rules of their source no longer apply to them.
    ...(visibility === undefined ? {} : { visibility, visibility_chosen: true }),
    ...(group_id === undefined ? {} : { group_id }),
    ...(labels === undefined ? {} : { given_labels: JSON.stringify(labels) }),
  }
  for (const { id } of documents) {
    if (isDeleted) await deleteForOperator(unit, id)
    if (Object.keys(change).length > 0) await changeDocument(unit, id, change)
  }
  if (reindex) {
    await indexAllAgain(
      unit,
      documents.map(({ id }) => id),
    )
  }
}
