import { FetchError } from '../platform/network/fetch-error.ts'
import type { FetchPage } from '../platform/network/fetch-page.ts'
import type { Db } from '../platform/database/db.ts'
import { withTenant, withWorkspace } from '../platform/database/tenant.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { ATTEMPT_SECONDS, claimDeliveries } from './claim-deliveries.ts'
import { eventBody } from './event-body.ts'
import type { Answer, AttemptOutcome } from './record-attempt.ts'
import { recordAttempt } from './record-attempt.ts'
import { signedHeaders } from './signature.ts'

export type DeliveringDeps = {
  db: Db
  fetchPage: FetchPage
  /** null: without a key that seals secrets there are no webhooks. */
  secrets: SecretBox | null
}

/** Sent at once to one receiver. */
const AT_ONCE = 5

/** Sends what is due to one webhook, until nothing is or the time is up. Returns the outcomes. */
export async function deliverDue(
  deps: DeliveringDeps,
  { workspaceId, webhookId }: { workspaceId: string; webhookId: string },
  isTimeUp: () => boolean,
): Promise<AttemptOutcome[]> {
  const { db, secrets } = deps
  const outcomes: AttemptOutcome[] = []
  if (!secrets) return outcomes
  while (!isTimeUp()) {
    const claimed = await withWorkspace(db, workspaceId, (tx) =>
      claimDeliveries(tx, secrets, { workspaceId, webhookId }, AT_ONCE),
    )
    if (claimed.length === 0) break
    outcomes.push(...(await Promise.all(claimed.map((each) => deliver(deps, workspaceId, each)))))
  }
  return outcomes
}

async function deliver(
  deps: DeliveringDeps,
  workspaceId: string,
  delivery: ClaimedDelivery,
): Promise<AttemptOutcome> {
  const tenant = { workspaceId, knowledgeBaseId: delivery.knowledge_base_id ?? '' }
  const body = await withTenant(deps.db, tenant, (tx) => eventBody(tx, delivery))
  const answer = await send(deps, delivery, body)
  return withWorkspace(deps.db, workspaceId, (tx) =>
    recordAttempt(tx, workspaceId, delivery, answer),
  )
}

async function send(
  { fetchPage }: DeliveringDeps,
  { url, secrets, id }: ClaimedDelivery,
  body: string,
): Promise<Answer> {
  const signed = signedHeaders(secrets, { id, body, nowMs: Date.now() })
  try {
    const { status } = await fetchPage({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body: Buffer.from(body),
      timeoutMs: ATTEMPT_SECONDS * 1000,
      // Whatever it says, its status is enough.
      maxBytes: 0,
      wantsBody: () => false,
    })
    const isSuccess = status >= 200 && status < 300
    return { status, error: isSuccess ? null : `It answered ${status}.` }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return { status: null, error: error.message }
  }
}
