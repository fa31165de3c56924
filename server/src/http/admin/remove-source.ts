import type { FastifyRequest } from 'fastify'
import { cancelSync } from '../../ingestion/sync/cancel-sync.ts'
import { countEndedSync } from '../../ingestion/sync/sync-counts.ts'
import { deleteNextDocument } from '../../sources/source-rules.ts'
import { findSource, toSettings } from '../../sources/sources.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { Deps } from '../deps.ts'
import { asOperator, findTenant } from './as-operator.ts'

/** Cancels its sync, then deletes its documents, then the source. Can be repeated after a failure. */
export async function removeSource(
  { operatorDb: db, queue, metrics }: Deps,
  request: FastifyRequest,
  sourceId: string,
): Promise<void> {
  const tenant = await findTenant(db, request)
  const ended = await withTenant(db, tenant, async (tx) => {
    toSettings(await findSource(tx, sourceId))
    // Keeps new syncs from starting in the meantime.
    await tx.updateTable('sources').set({ paused: true }).where('id', '=', sourceId).execute()
    const running = await tx
      .selectFrom('syncs')
      .select('id')
      .where('source_id', '=', sourceId)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (!running) return undefined
    return cancelSync({ tx, queue, tenant }, running.id).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return undefined
    })
  })
  countEndedSync(metrics, ended)
  while (await withTenant(db, tenant, (tx) => deleteNextDocument({ tx, queue, tenant }, sourceId)));
  await asOperator(
    db,
    request,
    async (tx) => {
      // Documents that a sync stored while it was being cancelled.
      while (await deleteNextDocument({ tx, queue, tenant }, sourceId));
      await tx.deleteFrom('sources').where('id', '=', sourceId).execute()
    },
    { tenant },
  )
}
