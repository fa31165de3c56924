import { cancelSync } from '../../ingestion/sync/cancel-sync.ts'
import { watchSize } from '../../knowledge/embedding-space-size.ts'
import { deleteNextDocument } from '../../knowledge/source-rules.ts'
import { findSource, settingsOf } from '../../knowledge/sources.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Deps } from '../deps.ts'
import { OPERATOR } from './actor.ts'

/** Ends its sync, then its documents, then the source. Asked again after a fault it goes on. */
export async function removeSource(
  { operatorDb: db, queue }: Deps,
  tenant: Tenant,
  sourceId: string,
): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    settingsOf(await findSource(tx, sourceId))
    // No new sync begins meanwhile.
    await tx.updateTable('sources').set({ paused: true }).where('id', '=', sourceId).execute()
    const running = await tx
      .selectFrom('syncs')
      .select('id')
      .where('source_id', '=', sourceId)
      .where('state', 'in', ['queued', 'running'])
      .execute()
    for (const { id } of running) {
      await cancelSync(tx, queue, tenant, id).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    }
  })
  while (await withTenant(db, tenant, (tx) => deleteNextDocument(tx, queue, tenant, sourceId)));
  await withTenant(db, tenant, async (tx) => {
    // What a sync that was still ending has put since.
    while (await deleteNextDocument(tx, queue, tenant, sourceId));
    await tx.deleteFrom('sources').where('id', '=', sourceId).execute()
    await watchSize(tx, queue, tenant)
    await recordAudit(tx, {
      workspaceId: tenant.workspaceId,
      actor: OPERATOR,
      action: 'source.delete',
      subjectId: sourceId,
    })
  })
}
