import { sql } from 'kysely'
import { z } from 'zod'
import type { ContentColumns } from '../conversations/answer-content.ts'
import { CONTENT, readContent } from '../conversations/answer-content.ts'
import type { AnswerContent } from '../conversations/packed-answer.ts'
import type { Db } from '../platform/database/db.ts'
import { inGroups } from '../platform/database/group-scope.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { ConversationJob, Queue } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import type { StoredChannel } from './channels.ts'
import type { Asked, Outcome } from './product.ts'

/** From then on another worker may take the question: the one that took it must have died. */
const CLAIM_SECONDS = 20
export const RENEW_CLAIM_MS = 5_000

/** A question that somebody answers. */
export type ClaimedQuestion = {
  id: string
  conversation: string
  question: Buffer
  replies: string[]
  message_id: string | null
  /** This one included. Whoever has a lower number has lost it. */
  attempts: number
  age_seconds: number
}

const questionContext = (knowledgeBaseId: string, channelId: string, id: string): string[] => [
  'channel question',
  knowledgeBaseId,
  channelId,
  id,
]

/** Another worker has taken the question over. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
  override readonly message = 'Another worker answers the question'
}

/**
 * Stores a question and queues its job, in one transaction; the same question again is known. Beyond the
 * channel's limit the first is answered with that, and others with nothing.
 */
export async function takeQuestion(
  tx: TenantTransaction,
  { queue, secrets }: { queue: Queue; secrets: SecretBox },
  tenant: Tenant,
  { id: channelId, questions_per_minute: limit }: StoredChannel,
  asked: Asked,
): Promise<Outcome> {
  // Two questions at once would both find room.
  await sql`select from channels where id = ${channelId} for no key update`.execute(tx)
  const { rows } = await sql<{ recent: number; is_known: boolean }>`
    select count(*) filter (where created_at > now() - interval '1 minute')::int as recent,
           coalesce(bool_or(id = ${asked.id}), false) as is_known
    from channel_events where channel_id = ${channelId}
      and (id = ${asked.id} or created_at > now() - interval '1 minute')`.execute(tx)
  const { recent = 0, is_known: isKnown = false } = rows[0] ?? {}
  if (isKnown) return 'known'
  if (recent > limit) return 'over_limit'
  const { knowledgeBaseId } = tenant
  const question: Question = { ...asked, isOverLimit: recent === limit }
  const context = questionContext(knowledgeBaseId, channelId, asked.id)
  await sql`
    insert into channel_events (knowledge_base_id, channel_id, id, conversation, question)
    values (${knowledgeBaseId}, ${channelId}, ${asked.id}, ${asked.conversation},
            ${secrets.seal(JSON.stringify(question), context)})`.execute(tx)
  await queueConversation(queue, tx, { ...tenant, channelId, conversation: asked.conversation })
  return 'taken'
}

const Question = z.object({
  id: z.string(),
  conversation: z.string(),
  text: z.string(),
  isUnasked: z.boolean().optional(),
  approves: z.string().optional(),
  asker: z.string(),
  placeId: z.string().nullable(),
  isShared: z.boolean(),
  address: z.record(z.string(), z.string()),
  isOverLimit: z.boolean(),
}) satisfies z.ZodType<Asked>
export type Question = z.infer<typeof Question>

/** Throws when the key is another. */
export const openQuestion = (
  secrets: SecretBox,
  knowledgeBaseId: string,
  channelId: string,
  { id, question }: Pick<ClaimedQuestion, 'id' | 'question'>,
): Question => {
  const context = questionContext(knowledgeBaseId, channelId, id)
  return Question.parse(JSON.parse(secrets.open(question, context)))
}

const queueConversation = (queue: Queue, tx: TenantTransaction, job: ConversationJob) =>
  enqueue(queue, tx, 'answer-in-channel', job, `${job.channelId}:${job.conversation}`)

/**
 * Takes the oldest question of a conversation that waits, so that nobody else answers it meanwhile: not one
 * while that before it is being answered, or waits to be tried again.
 */
export async function claimQuestion(
  tx: TenantTransaction,
  { channelId, conversation }: Pick<ConversationJob, 'channelId' | 'conversation'>,
): Promise<ClaimedQuestion | undefined> {
  const { rows } = await sql<ClaimedQuestion>`
    update channel_events e set
      attempts = e.attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    where e.channel_id = ${channelId} and e.next_attempt_at <= now() and e.id = (
      select id from channel_events
      where channel_id = ${channelId} and conversation = ${conversation} and state = 'waiting'
      order by created_at, id limit 1)
    returning e.id, e.conversation, e.question, e.replies, e.message_id, e.attempts,
              extract(epoch from now() - e.created_at)::float8 as age_seconds`.execute(tx)
  return rows[0]
}

/** Messages that answer other questions of the conversation. */
export async function otherReplies(
  tx: TenantTransaction,
  channelId: string,
  { id, conversation }: Pick<ClaimedQuestion, 'id' | 'conversation'>,
): Promise<string[]> {
  const { rows } = await sql<{ reply: string }>`
    select unnest(replies) as reply from channel_events
    where channel_id = ${channelId} and conversation = ${conversation} and id <> ${id}`.execute(tx)
  return rows.map(({ reply }) => reply)
}

/** An answer that was stored and not told yet. undefined: it may not be told any more. */
export async function findStoredAnswer(
  tx: TenantTransaction,
  messageId: string,
  groupIds: readonly string[] | null,
): Promise<AnswerContent | undefined> {
  const { rows } = await sql<ContentColumns>`
    select ${CONTENT} from messages m
    where m.id = ${messageId} and not exists (
      select from unnest(m.source_documents) s (id)
      left join readable_documents d on d.id = s.id and ${inGroups(groupIds, sql`d.group_id`)}
      where d.id is null)`.execute(tx)
  return rows[0] && readContent(rows[0])
}

/** What was answered to an earlier question. undefined: there is no such question. */
export async function findAnswered(
  tx: TenantTransaction,
  channelId: string,
  id: string,
): Promise<{ message_id: string | null; replies: string[] } | undefined> {
  const { rows } = await sql<{ message_id: string | null; replies: string[] }>`
    select message_id, replies from channel_events
    where channel_id = ${channelId} and id = ${id}`.execute(tx)
  return rows[0]
}

/** The conversation of the newest answer before; null: there is none any more. */
export async function findThread(
  tx: TenantTransaction,
  channelId: string,
  { id, conversation }: Pick<ClaimedQuestion, 'id' | 'conversation'>,
): Promise<string | null> {
  const { rows } = await sql<{ thread_id: string }>`
    select m.thread_id from channel_events e
    join messages m on m.knowledge_base_id = e.knowledge_base_id and m.id = e.message_id
    where e.channel_id = ${channelId} and e.conversation = ${conversation} and e.id <> ${id}
    order by e.created_at desc limit 1`.execute(tx)
  return rows[0]?.thread_id ?? null
}

type Claim = { channelId: string } & Pick<ClaimedQuestion, 'id' | 'attempts'>

/** Each throws `ClaimLost` once another worker has taken over. */
async function change(tx: TenantTransaction, claim: Claim, set: ReturnType<typeof sql>) {
  const { numAffectedRows } = await sql`
    update channel_events set ${set}
    where channel_id = ${claim.channelId} and id = ${claim.id} and attempts = ${claim.attempts}
      and state = 'waiting'`.execute(tx)
  if (numAffectedRows === 0n) throw new ClaimLost()
}

export const renewClaim = (tx: TenantTransaction, claim: Claim) =>
  change(tx, claim, sql`next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})`)

export const noteReply = (tx: TenantTransaction, claim: Claim, reply: string) =>
  change(tx, claim, sql`replies = replies || ${reply}::text`)

export const endQuestion = (tx: TenantTransaction, claim: Claim, state: 'answered' | 'failed') =>
  change(tx, claim, sql`state = ${state}, question = null, next_attempt_at = null`)

export const retryQuestion = (tx: TenantTransaction, claim: Claim, waitSeconds: number) =>
  change(tx, claim, sql`next_attempt_at = now() + make_interval(secs => ${waitSeconds})`)

/** In the transaction that stores the answer, as the api role. So it is stored once, whoever dies when. */
export async function noteAnswer(tx: TenantTransaction, claim: Claim, messageId: string) {
  const { rows } = await sql<{ is_noted: boolean }>`
    select note_channel_answer(${claim.channelId}, ${claim.id}, ${claim.attempts}, ${messageId})
      as is_noted`.execute(tx)
  if (rows[0]?.is_noted !== true) throw new ClaimLost()
}

/** Whatever happened to its job, a question is found again. */
export async function queueDueConversations(
  db: Db,
  queue: Queue,
  inTenant: (tenant: Tenant, work: (tx: TenantTransaction) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{
    workspace_id: string
    knowledge_base_id: string
    channel_id: string
    conversation: string
  }>`select * from channel_questions_due()`.execute(db)
  for (const row of rows) {
    const tenant = { workspaceId: row.workspace_id, knowledgeBaseId: row.knowledge_base_id }
    const job = { ...tenant, channelId: row.channel_id, conversation: row.conversation }
    await inTenant(tenant, (tx) => queueConversation(queue, tx, job))
  }
}

/** Row security deletes those that are old enough. */
export async function forgetOldQuestions(workerDb: Db): Promise<void> {
  await sql`delete from channel_events`.execute(workerDb)
}
