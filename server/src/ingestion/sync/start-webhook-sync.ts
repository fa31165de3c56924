import { sql } from 'kysely'
import type { HookDelivery } from '../../access/source-webhook.ts'
import type { Source } from '../../sources/sources.ts'
import type { Db } from '../../platform/database/db.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import { callForSync } from './start-sync.ts'

/** Has a sync started for a webhook call. A repeated call starts nothing and gets the sync of the first. */
export async function startWebhookSync(
  unit: UnitOfWork,
  source: Source,
  delivery: HookDelivery | null,
): Promise<string> {
  const { tx, tenant } = unit
  const before = delivery && (await findDelivery(tx, source.id, delivery.digest))
  if (before) return before
  const syncId = await callForSync(unit, source)
  if (delivery && delivery.rememberSeconds !== null) {
    await sql`
      insert into hook_deliveries
        (knowledge_base_id, source_id, signature_digest, sync_id, expires_at)
      values (${tenant.knowledgeBaseId}, ${source.id}, ${delivery.digest}, ${syncId},
              now() + make_interval(secs => ${delivery.rememberSeconds}))
      on conflict do nothing`.execute(tx)
  }
  return syncId
}

async function findDelivery(
  tx: TenantTransaction,
  sourceId: string,
  digest: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ sync_id: string }>`
    select sync_id from hook_deliveries
    where source_id = ${sourceId} and signature_digest = ${digest} and expires_at > now()`.execute(
    tx,
  )
  return rows[0]?.sync_id ?? null
}

/** For all tenants: a policy lets the worker role delete only what has expired. */
export async function forgetOldDeliveries(workerDb: Db): Promise<void> {
  await sql`delete from hook_deliveries`.execute(workerDb)
}
