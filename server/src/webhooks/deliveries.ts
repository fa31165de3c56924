import type { WebhookEventName } from '@footnote/contract/admin/webhooks/webhook-events'
import type { DeliveriesQuery, WebhookDelivery } from '@footnote/contract/admin/webhooks/webhooks'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import type { Page } from '../platform/page.ts'
import { Refusal } from '../platform/refusal.ts'

export type StoredDelivery = {
  id: string
  type: WebhookEventName
  knowledge_base_id: string | null
  state: WebhookDelivery['state']
  attempts: number
  response_status: number | null
  last_error: string | null
  created_at: Date
  last_attempt_at: Date | null
  next_attempt_at: Date | null
}

const COLUMNS = sql`
  id, type, knowledge_base_id, state, attempts, response_status, last_error, created_at,
  last_attempt_at, next_attempt_at`

export const toDelivery = (delivery: StoredDelivery): WebhookDelivery => ({
  id: delivery.id,
  type: delivery.type,
  knowledge_base_id: delivery.knowledge_base_id,
  state: delivery.state,
  attempts: delivery.attempts,
  response_status: delivery.response_status,
  last_error: delivery.last_error,
  created_at: delivery.created_at.toISOString(),
  last_attempt_at: delivery.last_attempt_at?.toISOString() ?? null,
  next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
})

/** Newest first. */
export async function listDeliveries(
  tx: TenantTransaction,
  webhookId: string,
  { limit, after }: Page,
  { state }: Pick<DeliveriesQuery, 'state'>,
): Promise<StoredDelivery[]> {
  const { rows } = await sql<StoredDelivery>`
    select ${COLUMNS} from webhook_deliveries
    where webhook_id = ${webhookId}::uuid
      ${after === undefined ? sql`` : sql`and id < ${after}::uuid`}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
    order by id desc limit ${limit}`.execute(tx)
  return rows
}

/** The newest delivery of every webhook that has one, by the webhook's id. */
export async function newestDeliveries(
  tx: TenantTransaction,
): Promise<Map<string, StoredDelivery>> {
  const { rows } = await sql<StoredDelivery & { webhook_id: string }>`
    select w.id as webhook_id, d.* from webhooks w cross join lateral (
      select ${COLUMNS} from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id
      order by d.id desc limit 1) d`.execute(tx)
  return new Map(rows.map(({ webhook_id, ...delivery }) => [webhook_id, delivery]))
}

export async function addTest(
  tx: TenantTransaction,
  workspaceId: string,
  webhookId: string,
): Promise<StoredDelivery> {
  const data = { message: 'A test of this webhook.' }
  const { rows } = await sql<StoredDelivery>`
    insert into webhook_deliveries (workspace_id, webhook_id, id, type, data)
    values (${workspaceId}, ${webhookId}, ${newId()}, 'webhook.test', ${JSON.stringify(data)}::jsonb)
    returning ${COLUMNS}`.execute(tx)
  const [added] = rows
  if (!added) throw new Refusal('NOT_FOUND')
  return added
}

const AGAIN = sql`state = 'pending', attempts = 0, next_attempt_at = now()`

/** Refuses an unknown id. */
export async function replayDelivery(
  tx: TenantTransaction,
  webhookId: string,
  id: string,
): Promise<StoredDelivery> {
  const { rows } = await sql<StoredDelivery>`
    update webhook_deliveries set ${AGAIN}
    where webhook_id = ${webhookId}::uuid and id = ${id}::uuid returning ${COLUMNS}`.execute(tx)
  const [found] = rows
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** Returns how many. */
export async function replayFailed(
  tx: TenantTransaction,
  webhookId: string,
  since: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set ${AGAIN}
    where webhook_id = ${webhookId}::uuid and state = 'failed' and created_at >= ${since}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** What waits for a webhook that sends nothing any more has failed. */
export async function endWaiting(
  tx: TenantTransaction,
  webhookId: string,
  reason: string,
): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'failed', next_attempt_at = null, last_error = ${reason}
    where webhook_id = ${webhookId}::uuid and state = 'pending'`.execute(tx)
}

/** For all tenants: a policy lets the worker role delete only what is 30 days old. */
export async function forgetOldWebhookDeliveries(workerDb: Db): Promise<void> {
  await sql`delete from webhook_deliveries`.execute(workerDb)
}
