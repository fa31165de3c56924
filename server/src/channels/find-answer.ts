import type { Citation } from '@footnote/contract/public/citation'
import { DEFAULT_TOP_K, MAX_QUERY_CHARACTERS } from '@footnote/contract/limits'
import { effectiveGroups } from '../access/effective-groups.ts'
import { admitQuestion } from '../answering/admit.ts'
import type { AnsweringDeps } from '../answering/answer.ts'
import { answerWhole } from '../answering/answer-whole.ts'
import type { Db } from '../platform/database/db.ts'
import { readAsTenant, withTenant } from '../platform/database/tenant.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import type { Log } from '../platform/log.ts'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import { findChannelCaller } from './channel-caller.ts'
import type { ClaimedQuestion, Question } from './channel-events.ts'
import { findAnswered, findStoredAnswer, findThread, noteAnswer } from './channel-events.ts'
import type { StoredChannel } from './channels.ts'
import { renderAnswer, renderSources } from './format/render-answer.ts'
import { splitParts } from './format/split-parts.ts'
import type { OpenChannel, OpeningDeps } from './open-channel.ts'
import type { Reply } from './product.ts'

export type ChannelAnsweringDeps = OpeningDeps & {
  /** The worker role. */
  db: Db
  /** As readers are answered, with their role. */
  readers: AnsweringDeps
  log: Log
  stopSignal: AbortSignal
}

export type Answering = ChannelAnsweringDeps & { tenant: Tenant; channelId: string }

export type AnsweringIn = Answering & {
  channel: StoredChannel
  opened: OpenChannel
  signal: AbortSignal
}

/** How often what is being written is shown. Slack takes one message a second and channel. */
const SHOW_EVERY_MS = 1_200

const TEXTS = {
  nothingAsked: 'Ask me a question, and I look for the answer in the documentation.',
  overLimit: 'Too many questions at the moment. Please ask again in a minute.',
  sources: 'Sources',
}

/** What readers are told, whatever became of it. */
type Finished = {
  text: string
  citations: readonly Citation[]
  messageId: string | null
  /** Whether it is an answer, and not that there is none. */
  isCovered: boolean
}

const onlySaid = (text: string): Finished => ({
  text,
  citations: [],
  messageId: null,
  isCovered: false,
})

export async function findAnswer(
  deps: AnsweringIn,
  claimed: ClaimedQuestion,
  asked: Question,
  reply: Reply,
): Promise<Finished | null> {
  const { db, tenant, channelId, channel, readers, opened, signal } = deps
  if (asked.isOverLimit) return onlySaid(TEXTS.overLimit)
  if (asked.text === '') return onlySaid(TEXTS.nothingAsked)
  const { caller, threadId } = await withTenant(db, tenant, async (tx) => ({
    caller: await findChannelCaller(tx, tenant, channel, asked),
    threadId: await findThread(tx, channelId, claimed),
  }))
  if (!caller) throw new Error('The knowledge base of a channel is gone')
  const { approves } = asked
  const proposed =
    approves === undefined
      ? undefined
      : await withTenant(db, tenant, (tx) => findAnswered(tx, channelId, approves))
  // It was told already.
  if (proposed && proposed.replies.length > 0) return null
  // A worker that died has stored the answer, and did not get to tell it, or somebody has approved it.
  const storedId = claimed.message_id ?? proposed?.message_id ?? null
  if (storedId !== null) {
    const groupIds = await effectiveGroups(readers.db, caller, undefined)
    const stored = await readAsTenant(readers.db, tenant, (tx) =>
      findStoredAnswer(tx, storedId, groupIds),
    )
    if (stored) {
      const { answer: text, citations } = stored
      return { text, citations, messageId: storedId, isCovered: citations.length > 0 }
    }
  }
  await reply.showWork()
  const body = {
    query: Array.from(asked.text).slice(0, MAX_QUERY_CHARACTERS).join(''),
    top_k: DEFAULT_TOP_K,
    user: { id: asked.asker },
    ...(threadId === null ? {} : { thread_id: threadId }),
  }
  const claim = { channelId, id: claimed.id, attempts: claimed.attempts }
  const question = await admitQuestion(readers.db, caller, body, {
    requestId: newId(),
    origin: undefined,
    source: 'bot',
    afterStored: (tx, messageId) => noteAnswer(tx, claim, messageId),
  }).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (question instanceof Refusal) return onlySaid(question.message)
  const show = createShow(reply, opened)
  const { last, text } = await answerWhole(readers, question, signal, (_, written) => show(written))
  if (!('error_code' in last)) {
    const { citations, message_id: messageId = null, covered, verified_at } = last
    // A greeting is covered, too, and answered from nothing.
    const isCovered = covered && (citations.length > 0 || verified_at !== undefined)
    return { text, citations, messageId, isCovered }
  }
  signal.throwIfAborted()
  // Somebody who asked a minute ago still waits: what passes is tried again.
  if (last.retryable && claimed.attempts < MAX_ANSWER_ATTEMPTS) throw new Error(last.error)
  return onlySaid(last.error)
}

/** Shows what is written, now and then. The answer is told in the end, whatever becomes of this. */
function createShow(reply: Reply, { product: { dialect } }: OpenChannel) {
  let shownMs = performance.now()
  let isRefused = false
  return async (written: string): Promise<void> => {
    if (isRefused || performance.now() - shownMs < SHOW_EVERY_MS) return
    // The last block may not be finished.
    const blocks = renderAnswer(written, { dialect, citations: [] }).slice(0, -1)
    if (blocks.length === 0) return
    await reply.showMore(blocks).catch(() => (isRefused = true))
    shownMs = performance.now()
  }
}

/** Answers that fail are tried again so often, and then say so. */
const MAX_ANSWER_ATTEMPTS = 3

export function toParts({ product }: OpenChannel, { text, citations, messageId }: Finished) {
  const rendering = { dialect: product.dialect, citations }
  const blocks = [...renderAnswer(text, rendering), ...renderSources(TEXTS.sources, rendering)]
  const parts = splitParts(blocks, product.dialect.maxCharacters)
  return parts.map((part, at) => ({
    text: part,
    ratedMessageId: at === parts.length - 1 ? messageId : null,
  }))
}
