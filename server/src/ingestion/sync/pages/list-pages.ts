import { withTenant } from '../../../platform/database/tenant.ts'
import { SourceError } from '../../../connectors/connector.ts'
import { addFound } from './frontier.ts'
import type { SyncRun } from '../sync-run.ts'
import { sql } from 'kysely'

/** A listing takes seconds. Workers that die this often during one die because of it. */
const MAX_TAKEOVERS = 200

/** Stores the pages to start with. Throws if the listing is incomplete. */
export async function listPages(run: SyncRun): Promise<void> {
  const { deps, tenant, signal } = run
  await requireFewTakeovers(run)
  for await (const batch of run.connector.list(signal)) {
    signal.throwIfAborted()
    await withTenant(deps.db, tenant, (tx) => addFound(tx, run, [{ from: null, pages: batch }]))
  }
}

async function requireFewTakeovers({ deps, tenant, syncId }: SyncRun): Promise<void> {
  const sync = await withTenant(deps.db, tenant, (tx) =>
    tx
      .selectFrom('syncs')
      .select('listing_takeovers')
      .where('id', '=', syncId)
      .executeTakeFirstOrThrow(),
  )
  if (sync.listing_takeovers < MAX_TAKEOVERS) return
  throw new SourceError(
    `The worker stopped ${sync.listing_takeovers} times while it listed the source.`,
  )
}

/**
 * Probes pages that have a document but were neither listed nor linked: they may redirect to where they
 * went. In a truncated sync absence means nothing, and they stay as they are.
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
