import { withTenant } from '../../platform/tenant.ts'
import { addFound } from './frontier.ts'
import type { SyncRun } from './sync-run.ts'

/** Writes down the pages to begin with. Throws when the listing is not whole. */
export async function listPages(run: SyncRun): Promise<void> {
  const { deps, tenant, signal } = run
  for await (const batch of run.connector.list(signal)) {
    signal.throwIfAborted()
    await withTenant(deps.db, tenant, (tx) => addFound(tx, run, batch))
  }
}
