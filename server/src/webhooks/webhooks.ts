import type { SubscribedEvent } from '@footnote/contract/admin/webhooks/webhook-events'
import type { Webhook, WebhookPatch } from '@footnote/contract/admin/webhooks/webhooks'
import { MAX_WEBHOOKS } from '@footnote/contract/limits'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { endWaiting, newestDeliveries, toDelivery } from './deliveries.ts'
import { makeHint, newWebhookSecret, webhookSecretContext } from './signature.ts'

/** How long the previous secret signs as well. */
const CHANGE_OVER_HOURS = 24

type StoredWebhook = {
  id: string
  url: string
  events: SubscribedEvent[]
  secret_hint: string
  enabled: boolean
  disabled_reason: 'gone' | 'failing' | null
  failing_since: Date | null
  previous_secret_until: Date | null
  created_at: Date
}

const COLUMNS = sql`
  id, url, events, secret_hint, enabled, disabled_reason, failing_since, created_at,
  case when previous_secret_until > now() then previous_secret_until end as previous_secret_until`

export async function listWebhooks(tx: TenantTransaction): Promise<Webhook[]> {
  const { rows } = await sql<StoredWebhook>`
    select ${COLUMNS} from webhooks order by id`.execute(tx)
  const newest = await newestDeliveries(tx)
  return rows.map((webhook) => {
    const last = newest.get(webhook.id)
    return {
      ...webhook,
      failing_since: webhook.failing_since?.toISOString() ?? null,
      previous_secret_until: webhook.previous_secret_until?.toISOString() ?? null,
      last_delivery: last ? toDelivery(last) : null,
      created_at: webhook.created_at.toISOString(),
    }
  })
}

/** Refuses an unknown id. */
export async function findWebhook(tx: TenantTransaction, id: string): Promise<Webhook> {
  const found = (await listWebhooks(tx)).find((webhook) => webhook.id === id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** Refuses an unknown id, and one that sends nothing. */
export async function requireEnabled(tx: TenantTransaction, id: string): Promise<void> {
  const { enabled } = await findWebhook(tx, id)
  if (!enabled) throw new Refusal('CONFLICT', { message: 'The webhook is disabled.' })
}

type NewWebhook = {
  url: string
  events: readonly SubscribedEvent[]
  enabled: boolean
  secret?: string | undefined
}

export async function createWebhook(
  tx: TenantTransaction,
  secrets: SecretBox,
  workspaceId: string,
  { url, events, enabled, secret = newWebhookSecret() }: NewWebhook,
): Promise<Webhook & { secret: string }> {
  // Two requests at once would both find room.
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  if ((await listWebhooks(tx)).length >= MAX_WEBHOOKS) {
    const message = `A workspace has at most ${MAX_WEBHOOKS} webhooks.`
    throw new Refusal('CONFLICT', { message })
  }
  const id = newId()
  const sealed = secrets.seal(secret, webhookSecretContext(workspaceId, id))
  await sql`
    insert into webhooks (workspace_id, id, url, events, secret, secret_hint, enabled)
    values (${workspaceId}, ${id}, ${url}, ${[...events]}::text[], ${sealed}, ${makeHint(secret)},
            ${enabled})`.execute(tx)
  return { ...(await findWebhook(tx, id)), secret }
}

/** Once it is enabled again, earlier failures do not count. */
export async function changeWebhook(
  tx: TenantTransaction,
  id: string,
  { url, events, enabled }: WebhookPatch,
): Promise<Webhook> {
  const { numAffectedRows } = await sql`
    update webhooks set
      url = coalesce(${url ?? null}::text, url),
      events = coalesce(${events ?? null}::text[], events),
      enabled = coalesce(${enabled ?? null}::boolean, enabled),
      disabled_reason = case when ${enabled ?? null}::boolean is null then disabled_reason end,
      failing_since = case when ${enabled === true}::boolean and not enabled then null else failing_since end
    where id = ${id}::uuid`.execute(tx)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
  if (enabled === false) await endWaiting(tx, id, 'The webhook was disabled.')
  return findWebhook(tx, id)
}

export async function deleteWebhook(tx: TenantTransaction, id: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from webhooks where id = ${id}::uuid`.execute(tx)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
}

export async function rotateWebhookSecret(
  tx: TenantTransaction,
  secrets: SecretBox,
  workspaceId: string,
  id: string,
  secret = newWebhookSecret(),
): Promise<Webhook & { secret: string }> {
  const sealed = secrets.seal(secret, webhookSecretContext(workspaceId, id))
  const { numAffectedRows } = await sql`
    update webhooks set
      previous_secret = secret, secret = ${sealed}, secret_hint = ${makeHint(secret)},
      previous_secret_until = now() + make_interval(hours => ${CHANGE_OVER_HOURS})
    where id = ${id}::uuid`.execute(tx)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
  return { ...(await findWebhook(tx, id)), secret }
}
