import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Queue } from '../../platform/queue.ts'
import { enqueue } from '../../platform/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant, withWorkspace } from '../../platform/database/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import { startDeletion, WORKER } from './delete-knowledge-base.ts'

/**
 * From the commit on neither the workspace nor its knowledge bases are found. The job stops the work on
 * each knowledge base, because each is a tenant of its own.
 */
export async function startWorkspaceDeletion(
  tx: TenantTransaction,
  queue: Queue,
  workspaceId: string,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update workspaces set deleting_at = coalesce(deleting_at, now())
    where id = ${workspaceId}`.execute(tx)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
  await sql`
    update knowledge_bases set deleting_at = coalesce(deleting_at, now())
    where workspace_id = ${workspaceId}`.execute(tx)
  await enqueue(queue, tx, 'delete-workspace', { workspaceId }, workspaceId)
}

/** Deletes the knowledge bases, then the workspace once they are gone. Safe to run again. */
export async function removeWorkspace(
  db: Db,
  queue: Queue,
  workspaceId: string,
): Promise<'gone' | 'unfinished'> {
  const left = await withWorkspace(db, workspaceId, (tx) =>
    tx.selectFrom('knowledge_bases').select('id').where('workspace_id', '=', workspaceId).execute(),
  )
  for (const { id } of left) {
    const tenant = { workspaceId, knowledgeBaseId: id }
    await withTenant(db, tenant, (tx) => startDeletion({ tx, queue, tenant })).catch(ignoreGone)
  }
  if (left.length > 0) return 'unfinished'
  await withWorkspace(db, workspaceId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('workspaces')
      .where('id', '=', workspaceId)
      .where('deleting_at', 'is not', null)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    const action = 'workspace.deleted'
    await recordAudit(tx, { workspaceId, actor: WORKER, action, subjectId: workspaceId })
  })
  return 'gone'
}

/** Its own job has just removed it. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
