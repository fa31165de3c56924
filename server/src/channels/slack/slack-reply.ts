import type { ChannelIdentity } from '@footnote/contract/admin/channels/channels'
import { z } from 'zod'
import { ChannelError } from '../channel-error.ts'
import { plainText } from '../format/render-answer.ts'
import type { Reply, ReplyOptions, ReplyPart } from '../product.ts'
import { RATE_ACTION } from './read-slack-call.ts'
import type { SlackAccess } from './slack-api.ts'
import { callSlack } from './slack-api.ts'
import { escapeEntities, SLACK_DIALECT } from './slack-dialect.ts'

const Posted = z.looseObject({ ts: z.string() })
const Done = z.looseObject({})
const Replies = z.looseObject({
  messages: z.array(z.looseObject({ ts: z.string(), user: z.string().optional() })),
})

/** What a notification shows of an answer. */
const MAX_NOTICE_CHARACTERS = 300
const THREAD_MESSAGES = 200

/** An answer in the thread of its question: streamed where Slack streams, and edited where it does not. */
export function openSlackReply(
  access: SlackAccess,
  identity: ChannelIdentity,
  { asked, replies, isRetry, otherReplies, noteReply, signal }: ReplyOptions,
): Reply {
  const { channel = '', ts: askedTs = '', thread = '', user, team } = asked.address
  const posted = [...replies]
  let shown = ''
  /** Whether the first message may still be a stream. */
  let isStreaming = isRetry

  const call = <Schema extends z.ZodType>(method: string, args: object, schema: Schema) =>
    callSlack(access, method, { channel, ...args }, schema, signal)

  async function note(ts: string): Promise<void> {
    posted.push(ts)
    await noteReply(ts)
  }

  /** A worker that died may have posted what it could no longer note. */
  async function lookForLost(): Promise<void> {
    const args = { ts: thread, oldest: askedTs, limit: THREAD_MESSAGES }
    const { messages } = await call('conversations.replies', args, Replies).catch(noneWhereRefused)
    const known = new Set([...posted, ...otherReplies])
    const lost = messages.filter(
      (message) =>
        message.user === identity.bot_user &&
        Number(message.ts) > Number(askedTs) &&
        !known.has(message.ts),
    )
    for (const { ts } of lost) await note(ts)
  }

  const post = async (args: object): Promise<void> => {
    const quiet = { thread_ts: thread, unfurl_links: false, unfurl_media: false }
    await note((await call('chat.postMessage', { ...quiet, ...args }, Posted)).ts)
  }

  async function begin(text: string): Promise<void> {
    try {
      const recipient = { recipient_user_id: user, recipient_team_id: team }
      const args = { thread_ts: thread, ...recipient, markdown_text: text }
      await note((await call('chat.startStream', args, Posted)).ts)
      isStreaming = true
    } catch (error) {
      if (!(error instanceof ChannelError) || error.isTransient || !isAboutStreams(error))
        throw error
      await post(contentOf({ text, ratedMessageId: null }))
    }
  }

  return {
    async showWork() {
      const args = {
        channel_id: channel,
        thread_ts: thread,
        status: 'is reading the documentation…',
      }
      await callSlack(access, 'assistant.threads.setStatus', args, Done, signal).catch(
        ignoreRefusal,
      )
    },
    async showMore(blocks) {
      // What a worker before this one has shown is replaced by the whole answer.
      if (isRetry) return
      const text = blocks.join('\n\n')
      if (text.length > SLACK_DIALECT.maxCharacters || !text.startsWith(shown)) return
      const added = text.slice(shown.length)
      if (added === '') return
      const [ts] = posted
      if (ts === undefined) await begin(text)
      else if (isStreaming) await call('chat.appendStream', { ts, markdown_text: added }, Done)
      else await call('chat.update', { ts, ...contentOf({ text, ratedMessageId: null }) }, Done)
      shown = text
    },
    async finish(parts) {
      if (isRetry) await lookForLost()
      const [first] = posted
      if (first !== undefined && isStreaming) {
        await call('chat.stopStream', { ts: first }, Done).catch(ignoreRefusal)
      }
      for (const [at, part] of parts.entries()) {
        const ts = posted[at]
        if (ts === undefined) await post(contentOf(part))
        else await call('chat.update', { ts, ...contentOf(part) }, Done).catch(ignoreDeleted)
      }
    },
  }
}

function contentOf({ text, ratedMessageId }: ReplyPart): object {
  const notice = escapeEntities(plainText(text).slice(0, MAX_NOTICE_CHARACTERS).toWellFormed())
  const rating = ratedMessageId === null ? [] : [ratingBlock(ratedMessageId)]
  return { text: notice, blocks: [{ type: 'markdown', text }, ...rating] }
}

const ratingBlock = (messageId: string): object => ({
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: RATE_ACTION,
      positive_button: {
        text: { type: 'plain_text', text: 'Helpful' },
        value: `up:${messageId}`,
        accessibility_label: 'This answer helped',
      },
      negative_button: {
        text: { type: 'plain_text', text: 'Not helpful' },
        value: `down:${messageId}`,
        accessibility_label: 'This answer did not help',
      },
    },
  ],
})

/** As where an older workspace does not know the method, or a kind of channel has no streams. */
const isAboutStreams = ({ code }: ChannelError): boolean =>
  /^(unknown_method|method_not_supported|feature_not_enabled|missing_scope|not_allowed_token_type|invalid_arguments|missing_recipient|channel_type_not_supported)/.test(
    code,
  )

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ChannelError)) throw error
}

/** What somebody has deleted there stays deleted. */
function ignoreDeleted(error: unknown): void {
  if (!(error instanceof ChannelError) || error.code !== 'message_not_found') throw error
}

/** An app without the scope cannot look; then there may be a second answer, and none is lost. */
function noneWhereRefused(error: unknown): z.infer<typeof Replies> {
  if (!(error instanceof ChannelError) || error.isTransient) throw error
  return { messages: [] }
}
