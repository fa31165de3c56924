import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelIdentity } from '@footnote/contract/admin/channels/channels'
import { z } from 'zod'
import { ChannelError } from '../channel-error.ts'
import type { Reply, ReplyOptions, ReplyPart } from '../product.ts'
import type { DiscordAccess } from './discord-api.ts'
import {
  callDiscord,
  INVALID_WEBHOOK_TOKEN,
  UNKNOWN_MESSAGE,
  UNKNOWN_WEBHOOK,
} from './discord-api.ts'
import { DISCORD_DIALECT } from './discord-dialect.ts'
import { RATE_ACTION } from './read-discord-call.ts'

const Message = z.looseObject({ id: z.string() })
const Messages = z.array(
  z.looseObject({
    id: z.string(),
    author: z.looseObject({ id: z.string() }),
    interaction_metadata: z
      .looseObject({ id: z.string(), original_response_message_id: z.string().optional() })
      .optional(),
  }),
)

const LISTED_MESSAGES = 100
/** An answer may be there before Discord has read that it is coming. */
const EARLY_MS = 10_000
const EARLY_PAUSE_MS = 250
/** Discord takes an answer for so long. */
const TOKEN_MS = 900_000

const ACTION_ROW = 1
const BUTTON = 2
const SECONDARY = 2

/** The deferred response to a command, edited as the answer grows, and more messages where it is long. */
export function openDiscordReply(
  access: DiscordAccess,
  identity: ChannelIdentity,
  { asked, replies, isRetry, otherReplies, noteReply, signal }: ReplyOptions,
): Reply {
  const { interaction = '', token = '', channel = '' } = asked.address
  const webhook = `webhooks/${identity.app}/${token}`
  /** Messages after the first, which is the response itself. */
  const followUps = [...replies]

  async function editFirst(part: ReplyPart): Promise<void> {
    const path = `${webhook}/messages/@original`
    const until = performance.now() + EARLY_MS
    for (;;) {
      try {
        await callDiscord(access, { method: 'PATCH', path, body: contentOf(part), signal }, Message)
        return
      } catch (error) {
        if (!(error instanceof ChannelError) || error.code !== UNKNOWN_WEBHOOK) throw error
        if (ageOf(interaction) > TOKEN_MS) {
          const late = 'An answer came too late: Discord takes none after 15 minutes.'
          throw new ChannelError(late, { code: INVALID_WEBHOOK_TOKEN, isTransient: false })
        }
        if (performance.now() > until) {
          throw new ChannelError(error.message, { code: error.code, isTransient: true })
        }
        await sleep(EARLY_PAUSE_MS, undefined, { signal })
      }
    }
  }

  /** A worker that died may have posted what it could no longer note. */
  async function lookForLost(): Promise<void> {
    const path = `channels/${channel}/messages?after=${interaction}&limit=${LISTED_MESSAGES}`
    const listed = await callDiscord(access, { path, signal }, Messages).catch(noneWhereRefused)
    const known = new Set([...followUps, ...otherReplies])
    const lost = listed
      .filter(
        ({ id, author, interaction_metadata: from }) =>
          author.id === identity.bot_user &&
          from?.id === interaction &&
          from.original_response_message_id !== undefined &&
          !known.has(id),
      )
      .map(({ id }) => id)
      .sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    for (const id of lost) await note(id)
  }

  async function note(id: string): Promise<void> {
    followUps.push(id)
    await noteReply(id)
  }

  async function putFollowUp(id: string | undefined, part: ReplyPart): Promise<void> {
    const method = id === undefined ? 'POST' : 'PATCH'
    const path = id === undefined ? webhook : `${webhook}/messages/${id}`
    const sent = callDiscord(access, { method, path, body: contentOf(part), signal }, Message)
    const message = await sent.catch(ignoreDeleted)
    if (id === undefined && message) await note(message.id)
  }

  function contentOf({ text, ratedMessageId }: ReplyPart): object {
    const rating = ratedMessageId === null ? [] : [ratingRow(ratedMessageId, asked.conversation)]
    return {
      embeds: [{ description: text }],
      components: rating,
      // Nobody is called by an answer.
      allowed_mentions: { parse: [] },
    }
  }

  return {
    // The deferred response says so already.
    showWork: async () => {},
    async showMore(blocks) {
      const text = blocks.join('\n\n')
      if (text.length > DISCORD_DIALECT.maxCharacters) return
      await editFirst({ text, ratedMessageId: null })
    },
    async finish([first, ...others]) {
      if (first) await editFirst(first).catch(ignoreDeleted)
      if (isRetry && others.length > 0) await lookForLost()
      for (const [at, part] of others.entries()) await putFollowUp(followUps[at], part)
    },
  }
}

const ratingRow = (messageId: string, conversation: string): object => ({
  type: ACTION_ROW,
  components: (
    [
      ['up', 'Helpful', '👍'],
      ['down', 'Not helpful', '👎'],
    ] as const
  ).map(([vote, label, emoji]) => ({
    type: BUTTON,
    style: SECONDARY,
    label,
    emoji: { name: emoji },
    custom_id: `${RATE_ACTION}:${vote}:${messageId}:${conversation}`,
  })),
})

/** Ids hold the time that they were made. */
const DISCORD_EPOCH_MS = 1_420_070_400_000n
const ageOf = (id: string): number =>
  Date.now() - Number((BigInt(id || '0') >> 22n) + DISCORD_EPOCH_MS)

/** What somebody has deleted there stays deleted. */
function ignoreDeleted(error: unknown): null {
  if (!(error instanceof ChannelError) || error.code !== UNKNOWN_MESSAGE) throw error
  return null
}

/** An app that is no member cannot look; then there may be a second message, and none is lost. */
function noneWhereRefused(error: unknown): z.infer<typeof Messages> {
  if (!(error instanceof ChannelError) || error.isTransient) throw error
  return []
}
