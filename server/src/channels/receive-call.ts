import type { FeedbackSource } from '@footnote/contract/public/feedback'
import { rateMessage } from '../conversations/ratings.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Queue } from '../platform/queue.ts'
import { Refusal } from '../platform/refusal.ts'
import { findChannelCaller } from './channel-caller.ts'
import { takeQuestion } from './channel-events.ts'
import type { StoredChannel } from './channels.ts'
import { storeProblem } from './channels.ts'
import type { OpeningDeps } from './open-channel.ts'
import { openChannel } from './open-channel.ts'
import type { ChannelCall, Incoming, Outcome } from './product.ts'

export type ReceivingDeps = OpeningDeps & {
  /** The api role. */
  db: Db
  /** The worker role. */
  operatorDb: Db
  queue: Queue
}

const SOURCE: FeedbackSource = 'bot'

/**
 * Takes what a product says and returns what it is to be told at once; the answer follows from the queue.
 * null: the call is not the product's own, or it is for another app.
 */
export async function receiveCall(
  deps: ReceivingDeps,
  tenant: Tenant,
  channel: StoredChannel,
  call: ChannelCall,
): Promise<{ reply: unknown } | null> {
  const opened = openChannel(deps, tenant.knowledgeBaseId, channel)
  if (!opened?.product.verify(call, opened.identity, Date.now())) return null
  const incoming = opened.product.read(call, opened.identity)
  if (!incoming) return null
  if (incoming.kind === 'reply') return { reply: incoming.body }
  const outcome = channel.enabled ? await take(deps, tenant, channel, incoming) : 'off'
  return { reply: opened.product.acknowledge?.(incoming, outcome) }
}

async function take(
  deps: ReceivingDeps,
  tenant: Tenant,
  channel: StoredChannel,
  incoming: Incoming,
): Promise<Outcome> {
  const { operatorDb, queue, secrets } = deps
  if (incoming.kind === 'question' && secrets) {
    const { asked } = incoming
    const { places } = channel
    if (asked.placeId !== null && places.length > 0 && !places.includes(asked.placeId)) {
      return 'elsewhere'
    }
    if (asked.isUnasked && channel.unasked === 'ignore') return 'ignored'
    return withTenant(operatorDb, tenant, (tx) =>
      takeQuestion(tx, { queue, secrets }, tenant, channel, asked),
    )
  } else if (incoming.kind === 'rating') {
    await rate(deps, tenant, channel, incoming)
  } else if (incoming.kind === 'removed') {
    await withTenant(operatorDb, tenant, (tx) => storeProblem(tx, channel.id, incoming.problem))
  }
  return 'taken'
}

/** An answer that is gone cannot be rated; whoever pressed the button can do nothing about it. */
async function rate(
  { db, operatorDb }: ReceivingDeps,
  tenant: Tenant,
  channel: StoredChannel,
  { messageId, vote, conversation }: Extract<Incoming, { kind: 'rating' }>,
): Promise<void> {
  const caller = await withTenant(operatorDb, tenant, (tx) =>
    findChannelCaller(tx, tenant, channel, { conversation, isShared: false }),
  )
  if (!caller) return
  await rateMessage(db, caller, { messageId, vote, comment: undefined, source: SOURCE }).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    },
  )
}
