import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/tenant.ts'

/** Of each source: syncs that keep their pages, and syncs that are kept at all. */
const KEPT = { pagesOf: 10, syncs: 100 }

/** Run at the end of a sync, so that the history of a source that syncs every minute stays small. */
export async function pruneSyncs(tx: TenantTransaction, kept = KEPT): Promise<void> {
  await sql`
    with ranked as (
      select id, row_number() over (partition by source_id order by id desc) as place
      from syncs where state not in ('queued', 'running', 'held')
    ), pages as (
      delete from sync_pages where sync_id in (select id from ranked where place > ${kept.pagesOf})
    )
    delete from syncs where id in (select id from ranked where place > ${kept.syncs})`.execute(tx)
}
