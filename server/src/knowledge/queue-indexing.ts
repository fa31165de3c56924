import type { Queue } from '../platform/queue.ts'
import { enqueueAll } from '../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'

export const indexAgain = (
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  documentId: string,
): Promise<void> => indexAllAgain(tx, queue, tenant, [documentId])

/** Increments the versions, so that a job that read the previous one writes nothing. */
export async function indexAllAgain(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return
  await tx
    .updateTable('documents')
    .set((eb) => ({ version: eb('version', '+', 1), state: 'pending', state_reason: null }))
    .where('id', 'in', documentIds)
    .execute()
  await queueAllIndexing(tx, queue, tenant, documentIds)
}

export const queueIndexing = (
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  documentId: string,
): Promise<void> => queueAllIndexing(tx, queue, tenant, [documentId])

export const queueAllIndexing = (
  tx: TenantTransaction,
  queue: Queue,
  { workspaceId, knowledgeBaseId }: Tenant,
  documentIds: readonly string[],
): Promise<void> =>
  enqueueAll(
    queue,
    tx,
    'index-document',
    documentIds.map((documentId) => ({
      job: { workspaceId, knowledgeBaseId, documentId },
      key: documentId,
    })),
  )

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
