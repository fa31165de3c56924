import { sql } from 'kysely'
import type { SubscribedEvent } from '../../../contract/src/admin/webhooks/webhook-events.ts'
import type { WebhookDelivery } from '../../../contract/src/admin/webhooks/webhooks.ts'
import type { Tenant } from '../../../server/src/platform/database/tenant.ts'
import { withWorkspace } from '../../../server/src/platform/database/tenant.ts'
import type { PageFetcher } from '../../../server/src/platform/network/fetch-page.ts'
import { createPageFetcher } from '../../../server/src/platform/network/fetch-page.ts'
import { createSecretBox } from '../../../server/src/platform/secret-box.ts'
import { deliverDue } from '../../../server/src/webhooks/deliver.ts'
import { listDeliveries, toDelivery } from '../../../server/src/webhooks/deliveries.ts'
import { createWebhook } from '../../../server/src/webhooks/webhooks.ts'
import type { Store } from '../store/store.ts'

export const SECRETS = createSecretBox('a key for the tests, 32 characters')

/** A short wait for a receiver that hangs. */
export const fetchingFromLoopback = (): PageFetcher =>
  createPageFetcher({ allowPrivate: true, userAgent: 'Test', headTimeoutMs: 500 })

export const addWebhook = (
  { worker }: Store,
  { workspaceId }: Tenant,
  url: string,
  events: readonly SubscribedEvent[] = ['sync.failed'],
) =>
  withWorkspace(worker.db, workspaceId, (tx) =>
    createWebhook(tx, SECRETS, workspaceId, { url, events, enabled: true }),
  )

export type Target = { workspaceId: string; webhookId: string }

/** What a worker does once it has the job of a webhook. */
export const deliver = (store: Store, { fetchPage }: PageFetcher, target: Target) =>
  deliverDue({ db: store.worker.db, fetchPage, secrets: SECRETS }, target, () => false)

export const readDeliveries = (
  { worker }: Store,
  { workspaceId, webhookId }: Target,
): Promise<WebhookDelivery[]> =>
  withWorkspace(worker.db, workspaceId, async (tx) => {
    const page = { limit: 1_000, after: undefined }
    return (await listDeliveries(tx, webhookId, page, { state: undefined })).map(toDelivery)
  })

/** As if the time had come. Returns how many seconds were left until the last of them. */
export const skipWaiting = ({ worker }: Store, { workspaceId, webhookId }: Target) =>
  withWorkspace(worker.db, workspaceId, async (tx) => {
    const { rows } = await sql<{ seconds: number }>`
      with waiting as (
        select id, next_attempt_at from webhook_deliveries
        where webhook_id = ${webhookId} and state = 'pending'
      ), skipped as (
        update webhook_deliveries d set next_attempt_at = now() from waiting w
        where d.webhook_id = ${webhookId} and d.id = w.id
      )
      select coalesce(extract(epoch from max(next_attempt_at) - now()), 0)::float as seconds
      from waiting`.execute(tx)
    return rows[0]?.seconds ?? 0
  })
