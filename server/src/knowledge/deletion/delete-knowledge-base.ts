import { sql } from 'kysely'
import { enqueue, removeJobs } from '../../platform/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { SpaceCopyDeps } from '../spaces/embedding-space-copy.ts'
import { dropCopy } from '../spaces/embedding-space-copy.ts'
import { tenantTables } from './tenant-tables.ts'

/** A batch holds its locks for some 10 ms, and a killed worker loses no more than one. */
const BATCH_ROWS = 1_000

/** The actor in the audit log. */
export const WORKER = 'worker'

/**
 * From the commit on nobody finds the knowledge base: row security hides it from readers and
 * `findKnowledgeBase` from operators. Its syncs and re-embedding stop, and the job that removes it is
 * queued. Idempotent.
 */
export async function startDeletion({
  tx,
  queue,
  tenant: { workspaceId, knowledgeBaseId },
}: UnitOfWork): Promise<void> {
  const { numAffectedRows } = await sql`
    update knowledge_bases set deleting_at = coalesce(deleting_at, now()), syncs_due_at = null
    where id = ${knowledgeBaseId}`.execute(tx)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
  await tx
    .updateTable('syncs')
    .set({ cancel_requested: true })
    .where('state', 'in', ['queued', 'running'])
    .execute()
  await tx
    .updateTable('embedding_spaces')
    .set({ state: 'discarded' })
    .where('state', 'in', ['building', 'retired'])
    .execute()
  const job = { workspaceId, knowledgeBaseId }
  await enqueue(queue, tx, 'delete-knowledge-base', job, knowledgeBaseId)
}

/**
 * Removes all rows of a deleted knowledge base, referring tables first and its own row last. Each batch
 * is a transaction of its own, so the job may be killed and run again.
 */
export async function removeKnowledgeBase(
  deps: SpaceCopyDeps,
  tenant: Tenant,
  isTimeUp: () => boolean,
): Promise<'gone' | 'unfinished'> {
  const { knowledgeBaseId } = tenant
  const inTenant = <Result>(work: (tx: TenantTransaction) => Promise<Result>) =>
    withTenant(deps.db, tenant, work)
  if (!(await inTenant((tx) => isDeleting(tx, knowledgeBaseId)))) return 'gone'
  await inTenant((tx) => removeJobs(tx, knowledgeBaseId))
  for (const table of await inTenant(tenantTables)) {
    // Before the row that names it. The job fails and is retried while another index is being built.
    if (table === 'embedding_spaces') {
      for (const id of await inTenant(spaceIds)) await dropCopy(deps, tenant, id)
    }
    while (await inTenant((tx) => removeBatch(tx, table, knowledgeBaseId))) {
      if (isTimeUp()) return 'unfinished'
    }
  }
  await inTenant((tx) => removeLast(tx, tenant))
  return 'gone'
}

async function isDeleting(tx: TenantTransaction, knowledgeBaseId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('knowledge_bases')
    .select('id')
    .where('id', '=', knowledgeBaseId)
    .where('deleting_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

const spaceIds = async (tx: TenantTransaction): Promise<string[]> =>
  (await tx.selectFrom('embedding_spaces').select('id').execute()).map(({ id }) => id)

async function removeBatch(
  tx: TenantTransaction,
  table: string,
  knowledgeBaseId: string,
): Promise<boolean> {
  const name = sql.table(table)
  const { numAffectedRows } = await sql`
    delete from ${name} where ctid = any(array(
      select ctid from ${name} where knowledge_base_id = ${knowledgeBaseId} limit ${BATCH_ROWS}))`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Waits for anyone who has written in the meantime and holds a lock on the row; foreign keys delete
 * what they wrote. After that nobody can queue a job.
 */
async function removeLast(
  tx: TenantTransaction,
  { workspaceId, knowledgeBaseId }: Tenant,
): Promise<void> {
  await tx.deleteFrom('knowledge_bases').where('id', '=', knowledgeBaseId).execute()
  await removeJobs(tx, knowledgeBaseId)
  const action = 'knowledge_base.deleted'
  await recordAudit(tx, { workspaceId, actor: WORKER, action, subjectId: knowledgeBaseId })
}
