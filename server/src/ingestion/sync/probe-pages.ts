import { sql } from 'kysely'
import { withTenant } from '../../platform/tenant.ts'
import type { SyncRun } from './sync-run.ts'

/**
 * Asks once more for pages that have a document and were neither listed nor led to: they may say where
 * they went. Where the source was cut off at its limit, absence says nothing and they stay as they are.
 */
export async function addProbes({ deps, tenant, syncId, source }: SyncRun): Promise<void> {
  await withTenant(deps.db, tenant, (tx) =>
    sql`
      insert into sync_pages (knowledge_base_id, sync_id, key, version, probe)
      select o.knowledge_base_id, ${syncId}, o.key, null, true from source_pages o
      where o.source_id = ${source.id} and o.document_id is not null
        and not (select truncated from syncs where id = ${syncId})
      order by o.key
      on conflict do nothing`.execute(tx),
  )
}
