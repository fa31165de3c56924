import { sql } from 'kysely'
import { enqueueAll } from '../platform/queue.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'

export const indexAgain = (unit: UnitOfWork, documentId: string): Promise<void> =>
  indexAllAgain(unit, [documentId])

/** Increments the versions, so that a job that read the previous one writes nothing. */
export async function indexAllAgain(
  unit: UnitOfWork,
  documentIds: readonly string[],
): Promise<void> {
  const { tx } = unit
  if (documentIds.length === 0) return
  await tx
    .updateTable('documents')
    .set((eb) => ({ version: eb('version', '+', 1), state: 'pending', state_reason: null }))
    .where('id', 'in', documentIds)
    .execute()
  await queueAllIndexing(unit, documentIds)
}

/**
 * So many documents of a knowledge base have the same priority; those queued after them have the next
 * lower one. So knowledge bases share the workers, however many documents one of them queues.
 */
const DOCUMENTS_PER_PRIORITY = 16
/** The priority of the first of them. */
export const FIRST_PRIORITY = 0
/** Documents beyond these have the lowest priority, and are indexed in the order they were queued. */
const MAX_STEPS = 64

export async function queueAllIndexing(
  { tx, queue, tenant: { workspaceId, knowledgeBaseId } }: UnitOfWork,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return
  const before = await countWaiting(tx, documentIds.length)
  const jobs = documentIds.map((documentId, n) => ({
    job: { workspaceId, knowledgeBaseId, documentId },
    key: documentId,
    priority:
      FIRST_PRIORITY - Math.min(MAX_STEPS, Math.floor((before + n) / DOCUMENTS_PER_PRIORITY)),
  }))
  await enqueueAll(queue, tx, 'index-document', jobs)
}

/** Documents of the knowledge base that wait to be indexed, besides so many that are queued now. */
async function countWaiting(tx: TenantTransaction, queuedNow: number): Promise<number> {
  const most = DOCUMENTS_PER_PRIORITY * MAX_STEPS + queuedNow
  // In the order of the index documents_by_state, so that only pending rows are read.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from documents where state = 'pending' order by id limit ${most}) as waiting`.execute(
    tx,
  )
  return Math.max(0, (rows[0]?.count ?? 0) - queuedNow)
}

/** Queues a document that changed after this version. True if it changed or was deleted. */
export async function queueIfNewer(
  unit: UnitOfWork,
  documentId: string,
  version: number,
): Promise<boolean> {
  const { tx } = unit
  // The lock waits for a change in progress.
  const current = await tx
    .selectFrom('documents')
    .select('version')
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirst()
  if (current?.version === version) return false
  if (current) await queueAllIndexing(unit, [documentId])
  return true
}
