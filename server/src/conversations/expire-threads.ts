import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { withTenant } from '../platform/database/tenant.ts'

/**
 * Deletes conversations that have outlived their workspace's retention, and the counts of the pages that
 * were asked on as long ago. Returns how many conversations.
 */
export async function expireThreads(db: Db): Promise<number> {
  const bases = await db
    .selectFrom('knowledge_bases')
    .innerJoin('workspaces', 'workspaces.id', 'knowledge_bases.workspace_id')
    .select(['knowledge_bases.workspace_id', 'knowledge_bases.id', 'thread_retention_days'])
    .where('thread_retention_days', 'is not', null)
    .execute()
  let expired = 0
  for (const { workspace_id: workspaceId, id: knowledgeBaseId, thread_retention_days } of bases) {
    const [deleted] = await withTenant(db, { workspaceId, knowledgeBaseId }, async (tx) => {
      await sql`delete from page_counts where day <= (now() at time zone 'utc')::date - ${thread_retention_days}::int`.execute(
        tx,
      )
      return tx
        .deleteFrom('threads')
        .where(
          'last_message_at',
          '<=',
          sql<Date>`now() - make_interval(days => ${thread_retention_days})`,
        )
        .execute()
    })
    expired += Number(deleted?.numDeletedRows ?? 0)
  }
  return expired
}
