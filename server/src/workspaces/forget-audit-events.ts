import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { withWorkspace } from '../platform/database/tenant.ts'

/** Entries per transaction. */
const BATCH_EVENTS = 1_000

/** Deletes what workspaces no longer want in their audit logs. Returns how many. */
export async function forgetOldAuditEvents(db: Db, batch = BATCH_EVENTS): Promise<number> {
  const workspaces = await db
    .selectFrom('workspaces')
    .select('id')
    .where('audit_retention_days', 'is not', null)
    .execute()
  let forgotten = 0
  for (const { id } of workspaces) {
    for (;;) {
      const count = await withWorkspace(db, id, async (tx) => {
        const { rows } = await sql<{ count: number }>`
          select forget_old_audit_events(${batch}) as count`.execute(tx)
        return rows[0]?.count ?? 0
      })
      forgotten += count
      if (count < batch) break
    }
  }
  return forgotten
}
