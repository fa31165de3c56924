import type { Visibility } from '@footnote/contract/visibility'
import type { TenantTransaction } from '../platform/database/tenant.ts'

export type DocumentAccess = { url: string; visibility: Visibility; group_id: string | null }

/** By URL, of those that there are. Locked in the order of their ids, as everywhere. */
export async function lockAccessByUrl(
  tx: TenantTransaction,
  urls: readonly string[],
): Promise<ReadonlyMap<string, DocumentAccess>> {
  const found = await tx
    .selectFrom('documents')
    .select(['url', 'visibility', 'group_id'])
    .where('url', 'in', urls)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(found.map((access) => [access.url, access]))
}

/** Who may read a document, of which one field is known. Locked, so that nobody changes it meanwhile. */
export const lockDocumentAccess = (
  tx: TenantTransaction,
  field: 'id' | 'url',
  value: string,
): Promise<DocumentAccess | undefined> =>
  tx
    .selectFrom('documents')
    .select(['url', 'visibility', 'group_id'])
    .where(field, '=', value)
    .forUpdate()
    .executeTakeFirst()
