import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { StoredEvent } from './event-body.ts'
import { webhookSecretContext } from './signature.ts'

/** From the first connection to the head of the response. */
export const ATTEMPT_SECONDS = 15
/** From then on another worker may send it: the one that claimed it must have died. */
const CLAIM_SECONDS = 3 * ATTEMPT_SECONDS

export type ClaimedDelivery = StoredEvent & {
  id: string
  webhook_id: string
  knowledge_base_id: string | null
  /** This one included. */
  attempts: number
  url: string
  /** That with which it is signed, and the previous one while that is still valid. */
  secrets: string[]
}

type Claimed = Omit<ClaimedDelivery, 'secrets'> & {
  secret: Buffer
  previous_secret: Buffer | null
}

/** Takes what is due, so that nobody else sends it meanwhile. */
export async function claimDeliveries(
  tx: TenantTransaction,
  box: SecretBox,
  { workspaceId, webhookId }: { workspaceId: string; webhookId: string },
  limit: number,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<Claimed>`
    update webhook_deliveries d set
      attempts = d.attempts + 1, last_attempt_at = now(),
      next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    from webhooks w
    where w.id = ${webhookId}::uuid and w.enabled
      and exists (select from workspaces where id = w.workspace_id and deleting_at is null)
      and d.webhook_id = w.id and d.id in (
        select id from webhook_deliveries
        where webhook_id = ${webhookId}::uuid and next_attempt_at <= now()
        order by next_attempt_at limit ${limit} for update skip locked)
    returning d.id, d.webhook_id, d.knowledge_base_id, d.type, d.data, d.created_at, d.attempts,
              w.url, w.secret,
              case when w.previous_secret_until > now() then w.previous_secret end as previous_secret`.execute(
    tx,
  )
  const context = webhookSecretContext(workspaceId, webhookId)
  return rows.map(({ secret, previous_secret, ...delivery }) => ({
    ...delivery,
    secrets: [secret, previous_secret].flatMap((sealed) =>
      sealed ? [box.open(sealed, context)] : [],
    ),
  }))
}
