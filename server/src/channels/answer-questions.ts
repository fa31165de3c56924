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
import { errorFields } from '../platform/log.ts'
import { newId } from '../platform/new-id.ts'
import type { ConversationJob } from '../platform/queue.ts'
import { Refusal } from '../platform/refusal.ts'
import { findChannelCaller } from './channel-caller.ts'
import { ChannelError } from './channel-error.ts'
import type { ClaimedQuestion, Question } from './channel-events.ts'
import {
  claimQuestion,
  ClaimLost,
  endQuestion,
  findStoredAnswer,
  findThread,
  noteAnswer,
  noteReply,
  openQuestion,
  otherReplies,
  RENEW_CLAIM_MS,
  renewClaim,
  retryQuestion,
} from './channel-events.ts'
import type { StoredChannel } from './channels.ts'
import { readChannel, storeProblem } from './channels.ts'
import { renderAnswer, renderSources } from './format/render-answer.ts'
import { splitParts } from './format/split-parts.ts'
import type { OpenChannel, OpeningDeps } from './open-channel.ts'
import { openChannel } from './open-channel.ts'
import type { Reply } from './product.ts'

export type ChannelAnsweringDeps = OpeningDeps & {
  /** The worker role. */
  db: Db
  /** As readers are answered, with their role. */
  readers: AnsweringDeps
  log: Log
  stopSignal: AbortSignal
}

/** How often what is being written is shown. Slack takes one message a second and channel. */
const SHOW_EVERY_MS = 1_200
/** Nobody waits for an answer any more. */
const MAX_AGE_SECONDS = 3_600
const MAX_ATTEMPTS = 12
const MAX_WAIT_SECONDS = 300

const TEXTS = {
  nothingAsked: 'Ask me a question, and I look for the answer in the documentation.',
  overLimit: 'Too many questions at the moment. Please ask again in a minute.',
  sources: 'Sources',
}

/** Answers what waits in one conversation, in order. */
export async function answerConversation(
  deps: ChannelAnsweringDeps,
  job: ConversationJob,
  isTimeUp: () => boolean,
): Promise<void> {
  const { workspaceId, knowledgeBaseId, channelId } = job
  const tenant = { workspaceId, knowledgeBaseId }
  while (!isTimeUp()) {
    const claimed = await withTenant(deps.db, tenant, (tx) => claimQuestion(tx, job))
    if (!claimed) return
    await answerClaimed({ ...deps, tenant, channelId }, claimed).catch((error: unknown) => {
      if (!(error instanceof ClaimLost)) throw error
    })
  }
}

type Answering = ChannelAnsweringDeps & { tenant: Tenant; channelId: string }

async function answerClaimed(deps: Answering, claimed: ClaimedQuestion): Promise<void> {
  const { db, tenant, channelId, secrets } = deps
  const claim = { channelId, id: claimed.id, attempts: claimed.attempts }
  const inTenant = <Result>(work: Parameters<typeof withTenant<Result>>[2]) =>
    withTenant(db, tenant, work)
  const { channel, others } = await inTenant(async (tx) => ({
    channel: await readChannel(tx, channelId),
    others: await otherReplies(tx, channelId, claimed),
  }))
  const opened = channel && openChannel(deps, tenant.knowledgeBaseId, channel)
  if (!channel?.enabled || !opened || !secrets) {
    await inTenant((tx) => endQuestion(tx, claim, 'failed'))
    return
  }
  const lost = new AbortController()
  const renewing = setInterval(() => {
    inTenant((tx) => renewClaim(tx, claim)).catch((error: unknown) => {
      if (error instanceof ClaimLost) lost.abort(error)
    })
  }, RENEW_CLAIM_MS)
  const signal = AbortSignal.any([lost.signal, deps.stopSignal])
  try {
    const asked = openQuestion(secrets, tenant.knowledgeBaseId, channelId, claimed)
    const reply = opened.product.openReply(opened.identity, {
      asked,
      replies: claimed.replies,
      isRetry: claimed.attempts > 1,
      otherReplies: others,
      noteReply: (text) => inTenant((tx) => noteReply(tx, claim, text)),
      signal,
    })
    // Nothing is posted by a worker that has lost the question.
    const confirm = () => inTenant((tx) => renewClaim(tx, claim))
    const posting: Reply = {
      ...reply,
      showMore: (blocks) => confirm().then(() => reply.showMore(blocks)),
      finish: (parts) => confirm().then(() => reply.finish(parts)),
    }
    await answerIn({ ...deps, channel, opened, signal }, claimed, asked, posting)
    await inTenant(async (tx) => {
      await endQuestion(tx, claim, 'answered')
      await storeProblem(tx, channelId, null)
    })
  } catch (error) {
    if (lost.signal.aborted || error instanceof ClaimLost) throw new ClaimLost()
    await inTenant(async (tx) => {
      const waitSeconds = deps.stopSignal.aborted ? 0 : waitAfter(error, claimed)
      if (waitSeconds === null) await endQuestion(tx, claim, 'failed')
      else await retryQuestion(tx, claim, waitSeconds)
      if (error instanceof ChannelError) await storeProblem(tx, channelId, error.message)
    })
    if (!deps.stopSignal.aborted) {
      const about = { channel_id: channelId, attempts: claimed.attempts }
      deps.log.warn({ ...about, ...errorFields(error) }, 'a question in a channel was not answered')
    }
  } finally {
    clearInterval(renewing)
  }
}

/** Seconds until it is tried again; null: it is not. */
function waitAfter(error: unknown, { attempts, age_seconds: age }: ClaimedQuestion): number | null {
  if (attempts >= MAX_ATTEMPTS || age > MAX_AGE_SECONDS) return null
  if (error instanceof ChannelError && !error.isTransient) return null
  const asked = error instanceof ChannelError ? (error.waitMs ?? 0) / 1000 : 0
  return Math.min(Math.max(asked, 2 ** (attempts - 1)), MAX_WAIT_SECONDS)
}

type AnsweringIn = Answering & { channel: StoredChannel; opened: OpenChannel; signal: AbortSignal }

async function answerIn(
  deps: AnsweringIn,
  claimed: ClaimedQuestion,
  asked: Question,
  reply: Reply,
): Promise<void> {
  const finished = await findAnswer(deps, claimed, asked, reply)
  await reply.finish(toParts(deps.opened, finished))
}

/** What readers are told, whatever became of it. */
type Finished = { text: string; citations: readonly Citation[]; messageId: string | null }

const onlySaid = (text: string): Finished => ({ text, citations: [], messageId: null })

async function findAnswer(
  deps: AnsweringIn,
  claimed: ClaimedQuestion,
  asked: Question,
  reply: Reply,
): Promise<Finished> {
  const { db, tenant, channelId, channel, readers, opened, signal } = deps
  if (asked.isOverLimit) return onlySaid(TEXTS.overLimit)
  if (asked.text === '') return onlySaid(TEXTS.nothingAsked)
  const { caller, threadId } = await withTenant(db, tenant, async (tx) => ({
    caller: await findChannelCaller(tx, tenant, channel, asked),
    threadId: await findThread(tx, channelId, claimed),
  }))
  if (!caller) throw new Error('The knowledge base of a channel is gone')
  // A worker that died has stored the answer, and did not get to tell it.
  const { message_id: storedId } = claimed
  if (storedId !== null) {
    const groupIds = await effectiveGroups(readers.db, caller, undefined)
    const stored = await readAsTenant(readers.db, tenant, (tx) =>
      findStoredAnswer(tx, storedId, groupIds),
    )
    if (stored) return { text: stored.answer, citations: stored.citations, messageId: storedId }
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
    return { text, citations: last.citations, messageId: last.message_id ?? null }
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

function toParts({ product }: OpenChannel, { text, citations, messageId }: Finished) {
  const rendering = { dialect: product.dialect, citations }
  const blocks = [...renderAnswer(text, rendering), ...renderSources(TEXTS.sources, rendering)]
  const parts = splitParts(blocks, product.dialect.maxCharacters)
  return parts.map((part, at) => ({
    text: part,
    ratedMessageId: at === parts.length - 1 ? messageId : null,
  }))
}
