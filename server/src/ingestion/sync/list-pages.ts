import { withTenant } from '../../platform/tenant.ts'
import { SourceError } from '../connectors/connector.ts'
import { addFound } from './frontier.ts'
import type { SyncRun } from './sync-run.ts'

/** Workers are killed for many reasons, but not so often during one listing, which takes seconds. */
const MAX_TAKEOVERS = 200

/** Writes down the pages to begin with. Throws when the listing is not whole. */
export async function listPages(run: SyncRun): Promise<void> {
  const { deps, tenant, signal } = run
  await refuseWhatWorkersDieOf(run)
  for await (const batch of run.connector.list(signal)) {
    signal.throwIfAborted()
    await withTenant(deps.db, tenant, (tx) => addFound(tx, run, batch))
  }
}

async function refuseWhatWorkersDieOf({ deps, tenant, syncId }: SyncRun): Promise<void> {
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
