import type { Queue } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../platform/tenant.ts'

/** Counts the version up, so that a job which read the one before writes nothing. */
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

/** Queues a document that has changed since this version was read. True: it has, or it was deleted. */
export async function queueIfNewer(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  documentId: string,
  version: number,
): Promise<boolean> {
  // The lock waits for a change that is under way.
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
