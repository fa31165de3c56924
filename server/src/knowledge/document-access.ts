import type { Visibility } from '@footnote/contract/visibility'
import type { TenantTransaction } from '../platform/database/tenant.ts'

export type DocumentAccess = { url: string; visibility: Visibility; group_id: string | null }

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
