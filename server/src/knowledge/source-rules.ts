import type { SourcePatch } from '@footnote/contract/admin/sources'
import type { Queue } from '../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../platform/tenant.ts'
import { changeDocument, deleteDocument } from './documents.ts'
import { visibilityOf } from './page-visibility.ts'
import type { Source } from './sources.ts'

const DECIDING = ['visibility', 'visibility_rules', 'group_id'] as const

/**
 * After a change of a source: its documents get the visibility of the rules and the group, in the
 * transaction of the change. What an operator chose for a single document stays. Rules that are given
 * again are applied again; a change that names none leaves the documents alone.
 */
export async function applySourceRules(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  { before, after }: { before: Source; after: Source },
  patch: Partial<SourcePatch>,
): Promise<void> {
  if (DECIDING.every((field) => patch[field] === undefined)) return
  const documents = await tx
    .selectFrom('documents')
    .select(['id', 'url', 'visibility', 'visibility_chosen', 'group_id'])
    .where('source_id', '=', after.id)
    .execute()
  for (const document of documents) {
    const visibility = document.visibility_chosen
      ? document.visibility
      : visibilityOf(after, document.url)
    const group_id = document.group_id === before.group_id ? after.group_id : document.group_id
    if (visibility !== document.visibility || group_id !== document.group_id) {
      await changeDocument(tx, queue, tenant, document.id, { visibility, group_id })
    }
  }
}

/** Deletes a document of a source. False once there is none left. */
export async function deleteNextDocument(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  sourceId: string,
): Promise<boolean> {
  const document = await tx
    .selectFrom('documents')
    .select('id')
    .where('source_id', '=', sourceId)
    .limit(1)
    .executeTakeFirst()
  return document !== undefined && deleteDocument(tx, queue, tenant, document.id)
}
