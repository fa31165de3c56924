import type { Db } from '../platform/database/db.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Queue } from '../platform/queue.ts'
import { queueSpaceMaintenance } from '../knowledge/spaces/embedding-space-changes.ts'
import { spacesWithSharedIndex } from '../knowledge/spaces/embedding-space-index.ts'
import { eachKnowledgeBase } from '../knowledge/each-knowledge-base.ts'

/**
 * Queues the maintenance of each knowledge base whose index is still on the table that all share, where it
 * slows down everybody: one that does not change would keep it. Once they have moved, it finds none.
 */
export async function moveSharedIndexes(workerDb: Db, queue: Queue): Promise<void> {
  const left = new Set(await spacesWithSharedIndex(workerDb))
  if (left.size === 0) return
  for await (const tenant of eachKnowledgeBase(workerDb)) {
    await withTenant(workerDb, tenant, async (tx) => {
      const space = await tx
        .selectFrom('embedding_spaces')
        .select('id')
        .where('id', 'in', [...left])
        .where('state', '=', 'active')
        .executeTakeFirst()
      if (!space) return
      left.delete(space.id)
      await queueSpaceMaintenance(tx, queue, tenant, 0)
    })
    if (left.size === 0) return
  }
}
