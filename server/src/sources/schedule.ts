import { Cron } from 'croner'
import { Refusal } from '../platform/refusal.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'

/** When a schedule is next due. Refuses anything but a five-field cron expression that is due some day. */
export function nextRun(schedule: string, after: Date): Date {
  const details = (message: string) => [{ path: 'schedule', message }]
  let next: Date | null
  try {
    next = new Cron(schedule, { timezone: 'UTC', mode: '5-part' }).nextRun(after)
  } catch (error) {
    const message = 'must be cron with five fields, such as 0 3 * * *'
    throw new Refusal('BAD_REQUEST', { cause: error, details: details(message) })
  }
  if (!next) throw new Refusal('BAD_REQUEST', { details: details('is never due') })
  return next
}

/**
 * Records when a worker must next look at this knowledge base: when a schedule is due, or when the
 * lease of a running sync expires. Whether its worker is still alive is checked every second.
 */
export async function noteDueSyncs(tx: TenantTransaction, knowledgeBaseId: string): Promise<void> {
  // A separate statement: the next one then sees what was committed while this one waited.
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
    where syncs_due_at <= now() and deleting_at is null order by syncs_due_at limit ${AT_ONCE}`.execute(
    workerDb,
  )
  return rows
}
