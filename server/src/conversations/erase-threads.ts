import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { withTenant } from '../platform/database/tenant.ts'

/** Threads per transaction. */
const BATCH_THREADS = 500

/**
 * Deletes every conversation of the workspaces under Zero data retention, with its messages, ratings
 * and form outcomes, what waits to be handed over to a person, and the counts of the pages they were on. Nothing is added once the setting has committed (`answering/revalidate-access.ts`), so what
 * this leaves behind because it was interrupted stays until it is called again. Returns how many.
 */
export async function eraseThreads(db: Db, workspaceId: string | null = null): Promise<number> {
  const bases = await db
    .selectFrom('knowledge_bases')
    .innerJoin('workspaces', 'workspaces.id', 'knowledge_bases.workspace_id')
    .select(['knowledge_bases.workspace_id', 'knowledge_bases.id'])
    .where('retention', '=', 'zero')
    .$if(workspaceId !== null, (query) => query.where('workspaces.id', '=', workspaceId ?? ''))
    .execute()
  let erased = 0
  for (const { workspace_id, id } of bases) {
    const tenant = { workspaceId: workspace_id, knowledgeBaseId: id }
    await withTenant(db, tenant, async (tx) => {
      for (const table of ['page_counts', 'contact_requests']) {
        await sql`
          delete from ${sql.table(table)}
          where exists (select from workspaces where id = current_workspace() and retention = 'zero')`.execute(
          tx,
        )
      }
    })
    for (;;) {
      const count = await withTenant(db, tenant, async (tx) => {
        const { numAffectedRows } = await sql`
          delete from threads where id in (select id from threads limit ${BATCH_THREADS})
            -- It may have been switched back meanwhile.
            and exists (select from workspaces where id = current_workspace() and retention = 'zero')`.execute(
          tx,
        )
        return Number(numAffectedRows ?? 0)
      })
      erased += count
      if (count < BATCH_THREADS) break
    }
  }
  return erased
}
