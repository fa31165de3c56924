import type { Queue } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'

/** Increments the version, so that a job that read the previous one writes nothing. */
export async function indexAgain(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  documentId: string,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set((eb) => ({ version: eb('version', '+', 1), state: 'pending', state_reason: null }))
    .where('id', '=', documentId)
    .execute()
  await queueIndexing(tx, queue, tenant, documentId)
}

export const queueIndexing = (
  tx: TenantTransaction,
  queue: Queue,
  { workspaceId, knowledgeBaseId }: Tenant,
  documentId: string,
): Promise<void> =>
  enqueue(queue, tx, 'index-document', { workspaceId, knowledgeBaseId, documentId }, documentId)

/** Queues a document that changed after this version. True if it changed or was deleted. */
export async function queueIfNewer(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  documentId: string,
  version: number,
): Promise<boolean> {
  // The lock waits for a change in progress.
  const current = await tx
    .selectFrom('documents')
    .select('version')
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirst()
  if (current?.version === version) return false
  if (current) await queueIndexing(tx, queue, tenant, documentId)
  return true
}
