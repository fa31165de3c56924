import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { Tenant, TenantTransaction } from '../platform/tenant.ts'

/**
 * Writes down when the worker has to look at this knowledge base: when a schedule is due, or when
 * the lease of a sync under way is over. Whether its worker still lives is looked at every second.
 */
export async function noteDueSyncs(tx: TenantTransaction, knowledgeBaseId: string): Promise<void> {
  // A statement of its own: the one below then sees what was committed while this one waited.
  await sql`
    select from knowledge_bases where id = ${knowledgeBaseId} for no key update`.execute(tx)
  await sql`
    update knowledge_bases set syncs_due_at = (
      select min(due) from (
        select next_sync_at as due from sources where not paused
        union all
        select case when lease_lock is null
                    then coalesce(lease_expires_at, now()) + interval '2 seconds'
                    else now() + interval '1 second' end
        from syncs where state in ('queued', 'running')
      ) as all_due)
    where id = ${knowledgeBaseId}`.execute(tx)
}

/** A sweep every few seconds keeps up with far more. */
const AT_ONCE = 500

export async function findDueSyncs(workerDb: Db): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select workspace_id as "workspaceId", id as "knowledgeBaseId" from knowledge_bases
    where syncs_due_at <= now() order by syncs_due_at limit ${AT_ONCE}`.execute(workerDb)
  return rows
}
