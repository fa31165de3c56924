import type { Labels } from '@footnote/contract/labels'
import type { Visibility } from '@footnote/contract/visibility'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { readWithheld } from './withheld-addresses.ts'

export type DocumentAccess = {
  url: string
  visibility: Visibility
  group_id: string | null
  /** Those that were given to it. Absent: it was deleted. */
  labels?: Labels
}

/** By URL, of those that there are, or were before they were deleted. Locked in the order of their ids, as everywhere. */
export async function lockAccessByUrl(
  tx: TenantTransaction,
  urls: readonly string[],
): Promise<ReadonlyMap<string, DocumentAccess>> {
  const found = await tx
    .selectFrom('documents')
    .select(['url', 'visibility', 'group_id', 'given_labels as labels'])
    .where('url', 'in', urls)
    .orderBy('id')
    .forUpdate()
    .execute()
  const access = new Map<string, DocumentAccess>(await readWithheld(tx, urls))
  for (const one of found) access.set(one.url, one)
  return access
}

/** The same of one URL. */
export const lockAccessAt = async (
  tx: TenantTransaction,
  url: string,
): Promise<DocumentAccess | undefined> => (await lockAccessByUrl(tx, [url])).get(url)

/** Who may read a document. Locked, so that nobody changes it meanwhile. */
export const lockDocumentAccess = (
  tx: TenantTransaction,
  id: string,
): Promise<DocumentAccess | undefined> =>
  tx
    .selectFrom('documents')
    .select(['url', 'visibility', 'group_id', 'given_labels as labels'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
