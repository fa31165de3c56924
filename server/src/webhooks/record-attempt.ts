import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { recordAudit } from '../workspaces/audit.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { endWaiting } from './deliveries.ts'
import { retryDelaySeconds } from './retry-delay.ts'

export type AttemptOutcome = 'delivered' | 'retried' | 'failed'

/** The receiver says that it is gone for good. */
const GONE = 410
/** A webhook to which nothing was delivered for so long is disabled. */
const MAX_FAILING_DAYS = 5
/** The actor in the audit log. */
const WORKER = 'worker'

type Attempt = Pick<ClaimedDelivery, 'id' | 'webhook_id' | 'attempts'>
/** `error` is null where the receiver answered with 2xx. */
export type Answer = { status: number | null; error: string | null }

/** What an attempt means for its delivery, and for its webhook. */
export async function recordAttempt(
  tx: TenantTransaction,
  workspaceId: string,
  attempt: Attempt,
  { status, error }: Answer,
): Promise<AttemptOutcome> {
  if (error === null) {
    await recordSuccess(tx, attempt, status)
    return 'delivered'
  }
  const delay = status === GONE ? null : retryDelaySeconds(attempt.attempts)
  const { numAffectedRows } = await sql`
    update webhook_deliveries set
      response_status = ${status}, last_error = ${error},
      state = ${delay === null ? 'failed' : 'pending'},
      next_attempt_at = now() + make_interval(secs => ${delay})
    where webhook_id = ${attempt.webhook_id}::uuid and id = ${attempt.id}::uuid
      -- Not if it was replayed, or sent by another worker, meanwhile.
      and state = 'pending' and attempts = ${attempt.attempts}`.execute(tx)
  if (numAffectedRows === 1n) await noteFailure(tx, workspaceId, attempt.webhook_id, status)
  return delay === null ? 'failed' : 'retried'
}

/** However late it is known: what was delivered is not sent again. */
async function recordSuccess(
  tx: TenantTransaction,
  { webhook_id, id }: Attempt,
  status: number | null,
): Promise<void> {
  await sql`
    update webhook_deliveries set
      state = 'delivered', response_status = ${status}, last_error = null, next_attempt_at = null
    where webhook_id = ${webhook_id}::uuid and id = ${id}::uuid`.execute(tx)
  await sql`
    update webhooks set failing_since = null
    where id = ${webhook_id}::uuid and failing_since is not null`.execute(tx)
}

/** Disables a webhook whose receiver is gone, or has failed for days. */
async function noteFailure(
  tx: TenantTransaction,
  workspaceId: string,
  webhookId: string,
  status: number | null,
): Promise<void> {
  const { rows } = await sql<{ reason: 'gone' | 'failing' | null }>`
    update webhooks set failing_since = coalesce(failing_since, now())
    where id = ${webhookId}::uuid and enabled
    returning case when ${status === GONE}::boolean then 'gone'
                   when failing_since < now() - make_interval(days => ${MAX_FAILING_DAYS}) then 'failing'
              end as reason`.execute(tx)
  const reason = rows[0]?.reason
  if (!reason) return
  await sql`
    update webhooks set enabled = false, disabled_reason = ${reason}
    where id = ${webhookId}::uuid`.execute(tx)
  await endWaiting(
    tx,
    webhookId,
    reason === 'gone'
      ? 'The webhook was disabled: its receiver answered 410.'
      : `The webhook was disabled: nothing was delivered for ${MAX_FAILING_DAYS} days.`,
  )
  await recordAudit(tx, {
    workspaceId,
    actor: WORKER,
    action: 'webhook.disable',
    subjectId: webhookId,
  })
}
