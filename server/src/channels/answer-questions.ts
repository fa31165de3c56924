import { withTenant } from '../platform/database/tenant.ts'
import { errorFields } from '../platform/log.ts'
import type { ConversationJob } from '../platform/queue.ts'
import { ChannelError } from './channel-error.ts'
import type { ClaimedQuestion, Question } from './channel-events.ts'
import {
  claimQuestion,
  ClaimLost,
  endQuestion,
  noteReply,
  openQuestion,
  otherReplies,
  RENEW_CLAIM_MS,
  renewClaim,
  retryQuestion,
} from './channel-events.ts'
import { readChannel, storeProblem } from './channels.ts'
import { openChannel } from './open-channel.ts'
import type { Reply } from './product.ts'
import type { Answering, AnsweringIn, ChannelAnsweringDeps } from './find-answer.ts'
import { findAnswer, toParts } from './find-answer.ts'

/** Nobody waits for an answer any more. */
const MAX_AGE_SECONDS = 3_600
const MAX_ATTEMPTS = 12
const MAX_WAIT_SECONDS = 300

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
      ...(reply.propose ? { propose: () => confirm().then(() => reply.propose?.()) } : {}),
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

async function answerIn(
  deps: AnsweringIn,
  claimed: ClaimedQuestion,
  asked: Question,
  reply: Reply,
): Promise<void> {
  const finished = await findAnswer(deps, claimed, asked, reply)
  if (!finished) return
  const { say_not_covered: saysNotCovered, unasked } = deps.channel
  // A wrong answer that nobody asked for is worse than none.
  if (asked.isUnasked && !finished.isCovered && !saysNotCovered) return
  if (asked.isUnasked && unasked === 'propose' && reply.propose) await reply.propose()
  else await reply.finish(toParts(deps.opened, finished))
}
