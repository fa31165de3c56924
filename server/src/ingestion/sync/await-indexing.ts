import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { withTenant } from '../../platform/tenant.ts'
import type { SyncRun } from './sync-run.ts'

const POLL_MS = 300

/** Waits until every document that this sync stored can be found, or has failed. False: not yet. */
export async function awaitIndexing(run: SyncRun): Promise<boolean> {
  const { deps, tenant, syncId, signal } = run
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await withTenant(deps.db, tenant, (tx) =>
      sql`
        select from sync_pages s join documents d on d.id = s.document_id
        where s.sync_id = ${syncId} and s.state in ('added', 'changed', 'moved')
          and d.state = 'pending'
        limit 1`.execute(tx),
    )
    if (rows.length === 0) return true
    if (run.isOver()) return false
    await sleep(POLL_MS, undefined, { signal })
  }
}
