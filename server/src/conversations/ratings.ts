import type { FeedbackReason, FeedbackSource, Vote } from '@footnote/contract/public/feedback'
import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { publishEvent } from '../events/publish-event.ts'
import type { Db } from '../platform/database/db.ts'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { redactComment } from './redact-reader-text.ts'
import { toOwner } from './thread-owner.ts'

export type NewRating = {
  messageId: string
  vote: Vote
  reason?: FeedbackReason | undefined
  comment: string | undefined
  /**
   * Where it came from. Default: the answer's channel, or `widget` for an answer that a widget showed
   * over HTTP.
   */
  source?: FeedbackSource
}

export type Rating = {
  id: string
  message_id: string
  vote: Vote
  reason: FeedbackReason | null
  comment: string | null
  source: FeedbackSource
  created_at: Date
  updated_at: Date
}

/**
 * Stores the one rating of an answer. A second one replaces vote, reason, comment and source but keeps id and
 * creation time. Of two at once, the later to commit stays.
 */
export async function rateMessage(db: Db, caller: Caller, rating: NewRating): Promise<Rating> {
  // Nothing is written under Zero data retention, not even about an older answer.
  if (caller.retention === 'zero') throw new Refusal('NOT_FOUND')
  return withTenant(db, caller, async (tx) => {
    await requireOwn(tx, caller, rating.messageId)
    const before = await findRating(tx, rating.messageId)
    const comment = await redactComment(tx, rating.comment)
    const stored = await upsertRating(tx, caller, { ...rating, comment })
    if (!stored) throw await refusalFor(tx, rating.messageId)
    if (isNewlyBad(before, stored)) {
      const { workspaceId, knowledgeBaseId } = caller
      const data = { message_id: stored.message_id, rating_id: stored.id }
      await publishEvent(tx, { workspaceId, knowledgeBaseId, type: 'rating.negative', data })
    }
    return stored
  })
}

type Opinion = Pick<Rating, 'vote' | 'reason' | 'comment'>

const findRating = (tx: TenantTransaction, messageId: string): Promise<Opinion | undefined> =>
  tx
    .selectFrom('ratings')
    .select(['vote', 'reason', 'comment'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()

/** Many readers vote first and say why then; that is news as well. */
const isNewlyBad = (before: Opinion | undefined, { vote, reason, comment }: Opinion): boolean =>
  vote === 'down' &&
  (before?.vote !== 'down' ||
    (reason !== null && reason !== before.reason) ||
    (comment !== null && comment !== before.comment))

/** Succeeds even if there was no rating. */
export function withdrawRating(db: Db, caller: Caller, messageId: string): Promise<void> {
  return withTenant(db, caller, async (tx) => {
    await requireOwn(tx, caller, messageId)
    const message = await tx
      .selectFrom('messages')
      .select('id')
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!message) throw await refusalFor(tx, messageId)
    await tx.deleteFrom('ratings').where('message_id', '=', messageId).execute()
  })
}

/** One statement, so that two at once leave one row. Undefined if the tenant has no such message. */
async function upsertRating(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  { messageId, vote, reason, comment, source }: NewRating,
): Promise<Rating | undefined> {
  const { rows } = await sql<Rating>`
    insert into ratings (knowledge_base_id, id, message_id, vote, reason, comment, source)
    select knowledge_base_id, ${newId()}, id, ${vote}, ${reason ?? null}, ${comment ?? null},
           coalesce(${source ?? null},
                    case when source = 'api' and widget_id is not null then 'widget' else source end)
    from messages
    where knowledge_base_id = ${knowledgeBaseId} and id = ${messageId}
    -- Locked, so that a message deleted meanwhile is not found, instead of violating the foreign key.
    for key share
    on conflict (knowledge_base_id, message_id) do update
      set vote = excluded.vote, reason = excluded.reason, comment = excluded.comment, source = excluded.source,
          -- now() is the start of the transaction, which may be before the rating that it replaces.
          updated_at = clock_timestamp()
    returning id, message_id, vote, reason, comment, source, created_at, updated_at`.execute(tx)
  return rows[0]
}

/** An answer that a signed reader got does not exist for anybody else. */
export async function requireOwn(
  tx: TenantTransaction,
  { reader }: Caller,
  messageId: string,
): Promise<void> {
  const { rows } = await sql`
    select from messages m join threads t on t.id = m.thread_id
    where m.id = ${messageId} and t.reader is distinct from ${toOwner(reader)}`.execute(tx)
  if (rows.length > 0) throw new Refusal('NOT_FOUND')
}

/** Forbidden if the message belongs to another knowledge base, not found if it does not exist. */
export async function refusalFor(tx: TenantTransaction, messageId: string): Promise<Refusal> {
  const { rows } = await sql<{ exists: boolean }>`
    select message_exists(${messageId}) as exists`.execute(tx)
  return new Refusal(rows[0]?.exists ? 'FORBIDDEN' : 'NOT_FOUND')
}
