import type { ChannelIdentity } from '@footnote/contract/admin/channels/channels'
import { isId } from '@footnote/contract/id'
import { z } from 'zod'
import { parseJson } from '../../platform/parse-json.ts'
import type { ChannelCall, Incoming } from '../product.ts'

/** Of anything in Discord. They name rows of ours. */
const Snowflake = z.string().regex(/^\d{1,20}$/)

const Interaction = z.looseObject({
  id: Snowflake,
  application_id: Snowflake,
  type: z.int(),
  token: z
    .string()
    .regex(/^[\w.-]{1,512}$/)
    .optional(),
  guild_id: Snowflake.optional(),
  channel: z
    .looseObject({ id: Snowflake, type: z.int(), parent_id: Snowflake.nullish() })
    .optional(),
  channel_id: Snowflake.optional(),
  member: z.looseObject({ user: z.looseObject({ id: Snowflake }) }).optional(),
  user: z.looseObject({ id: Snowflake }).optional(),
  data: z.unknown().optional(),
})

const Asking = z.looseObject({
  name: z.literal('ask'),
  options: z.array(z.looseObject({ name: z.string(), value: z.unknown() })),
})
const Pressed = z.looseObject({ custom_id: z.string() })

const PING = 1
const COMMAND = 2
const COMPONENT = 3
const PONG = { type: 1 }
/** Kinds of channels that are threads of another. */
const THREADS = new Set([10, 11, 12])

export const RATE_ACTION = 'footnote_rate'

/** What a verified call says. null: it is for another application. */
export function readDiscordCall({ body }: ChannelCall, identity: ChannelIdentity): Incoming | null {
  const read = Interaction.safeParse(parseJson(body))
  if (!read.success) return { kind: 'nothing' }
  const interaction = read.data
  if (interaction.application_id !== identity.app) return null
  if (interaction.type === PING) return { kind: 'reply', body: PONG }
  if (interaction.type === COMMAND) return readCommand(interaction)
  if (interaction.type === COMPONENT) return readPressed(interaction)
  return { kind: 'nothing' }
}

function readCommand(interaction: z.infer<typeof Interaction>): Incoming {
  const { id, token, guild_id: server, channel, member, user } = interaction
  const asking = Asking.safeParse(interaction.data)
  const asker = member?.user.id ?? user?.id
  const channelId = channel?.id ?? interaction.channel_id
  if (!asking.success || token === undefined || asker === undefined || channelId === undefined) {
    return { kind: 'nothing' }
  }
  const question = asking.data.options.find(({ name }) => name === 'question')?.value
  const isThread = channel !== undefined && THREADS.has(channel.type)
  const place = isThread ? (channel.parent_id ?? channelId) : channelId
  return {
    kind: 'question',
    asked: {
      id,
      // A thread is a conversation, and so is what one person and the app say to each other.
      conversation: isThread || server === undefined ? channelId : id,
      text: typeof question === 'string' ? question.trim() : '',
      asker,
      placeId: server === undefined ? null : place,
      // Anybody may join a server, and whoever runs one may add an app that is public.
      isShared: true,
      address: { interaction: id, token, channel: channelId },
    },
  }
}

function readPressed({ data }: z.infer<typeof Interaction>): Incoming {
  const pressed = Pressed.safeParse(data)
  const found = /^([a-z_]+):(up|down):([^:]+):(\d{1,20})$/.exec(pressed.data?.custom_id ?? '')
  const [, action, vote, messageId = '', conversation = ''] = found ?? []
  if (action !== RATE_ACTION || (vote !== 'up' && vote !== 'down') || !isId(messageId)) {
    return { kind: 'nothing' }
  }
  return { kind: 'rating', vote, messageId, conversation }
}
