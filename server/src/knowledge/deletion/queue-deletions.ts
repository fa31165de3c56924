import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Queue } from '../../platform/queue.ts'
import { enqueue } from '../../platform/queue.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { withTenant, withWorkspace } from '../../platform/database/tenant.ts'

/** Queues deletions again that are still unfinished after a while, in case their job was lost. */
export async function queueDeletions(workerDb: Db, queue: Queue): Promise<void> {
  const bases = await sql<Tenant>`
    select workspace_id as "workspaceId", id as "knowledgeBaseId" from knowledge_bases
    where deleting_at < now() - interval '1 minute'`.execute(workerDb)
  for (const tenant of bases.rows) {
    await withTenant(workerDb, tenant, (tx) =>
      enqueue(queue, tx, 'delete-knowledge-base', tenant, tenant.knowledgeBaseId),
    )
  }
  const workspaces = await sql<{ id: string }>`
    select id from workspaces where deleting_at < now() - interval '1 minute'`.execute(workerDb)
  for (const { id } of workspaces.rows) {
    await withWorkspace(workerDb, id, (tx) =>
      enqueue(queue, tx, 'delete-workspace', { workspaceId: id }, id),
    )
  }
}
