import type { ChannelIdentity } from '@footnote/contract/admin/channels/channels'
import { isId } from '@footnote/contract/id'
import { z } from 'zod'
import { parseJson } from '../../platform/parse-json.ts'
import type { ChannelCall, Incoming } from '../product.ts'

const Challenge = z.looseObject({
  type: z.literal('url_verification'),
  challenge: z.string().max(1000),
})

const Envelope = z.looseObject({
  type: z.literal('event_callback'),
  api_app_id: z.string(),
  team_id: z.string(),
  authorizations: z.array(z.looseObject({ team_id: z.string().nullish() })).optional(),
  is_ext_shared_channel: z.boolean().optional(),
  event: z.looseObject({ type: z.string() }),
})

/** Of a channel, a person, a team or a message. They name rows of ours. */
const SlackId = z.string().regex(/^[\w.]{1,64}$/)

const Said = z.looseObject({
  type: z.enum(['app_mention', 'message']),
  channel: SlackId,
  channel_type: z.string().optional(),
  user: SlackId,
  text: z.string(),
  ts: SlackId,
  thread_ts: SlackId.optional(),
  team: SlackId.optional(),
  subtype: z.string().optional(),
  bot_id: z.string().optional(),
  edited: z.unknown().optional(),
})

const Revoked = z.looseObject({
  type: z.literal('tokens_revoked'),
  tokens: z.looseObject({ bot: z.array(z.string()).min(1) }),
})

const Pressed = z.looseObject({
  type: z.literal('block_actions'),
  api_app_id: z.string(),
  channel: z.looseObject({ id: SlackId }),
  message: z.looseObject({ ts: SlackId, thread_ts: SlackId.optional() }),
  actions: z.array(z.looseObject({ action_id: z.string(), value: z.string().optional() })),
})

export const RATE_ACTION = 'footnote_rate'
/** Slack’s own, which answers nothing. */
const SLACKBOT = 'USLACKBOT'

/** What a verified call says. null: it is for another app. */
export function readSlackCall({ body }: ChannelCall, identity: ChannelIdentity): Incoming | null {
  const json = parseJson(payloadOf(body))
  const challenge = Challenge.safeParse(json)
  if (challenge.success) return { kind: 'reply', body: { challenge: challenge.data.challenge } }
  const pressed = Pressed.safeParse(json)
  if (pressed.success) return readPressed(pressed.data, identity)
  const envelope = Envelope.safeParse(json)
  if (!envelope.success) return { kind: 'nothing' }
  if (envelope.data.api_app_id !== identity.app) return null
  const { team_id: team, authorizations = [] } = envelope.data
  // In a channel shared with another company, the team may be theirs.
  const isOurs = [team, ...authorizations.map((each) => each.team_id)].includes(identity.team)
  return isOurs ? readEvent(envelope.data, identity) : null
}

/** What people press comes as a form with JSON in it. */
function payloadOf(body: Buffer): string {
  const text = body.toString()
  return text.startsWith('payload=') ? (new URLSearchParams(text).get('payload') ?? '') : text
}

function readPressed(
  { api_app_id, channel, message, actions }: z.infer<typeof Pressed>,
  identity: ChannelIdentity,
): Incoming | null {
  if (api_app_id !== identity.app) return null
  const value = actions.find(({ action_id }) => action_id === RATE_ACTION)?.value ?? ''
  const [, vote, messageId = ''] = /^(up|down):(.+)$/.exec(value) ?? []
  if ((vote !== 'up' && vote !== 'down') || !isId(messageId)) return { kind: 'nothing' }
  return {
    kind: 'rating',
    vote,
    messageId,
    conversation: `${channel.id}:${message.thread_ts ?? message.ts}`,
  }
}

function readEvent(envelope: z.infer<typeof Envelope>, identity: ChannelIdentity): Incoming {
  const { event, is_ext_shared_channel: isShared = false } = envelope
  if (event.type === 'app_uninstalled' || Revoked.safeParse(event).success) {
    return { kind: 'removed', problem: 'The app was removed from the Slack workspace.' }
  }
  const said = Said.safeParse(event)
  if (!said.success) return { kind: 'nothing' }
  const { type, channel, channel_type, user, text, ts, thread_ts, team } = said.data
  const isDirect = channel_type === 'im'
  // In a channel only those who mention it ask it something.
  if (type === 'message' && !isDirect) return { kind: 'nothing' }
  const { subtype, bot_id, edited } = said.data
  if (subtype !== undefined || bot_id !== undefined || edited !== undefined)
    return { kind: 'nothing' }
  if (user === identity.bot_user || user === SLACKBOT) return { kind: 'nothing' }
  const thread = thread_ts ?? ts
  return {
    kind: 'question',
    asked: {
      id: `${channel}:${ts}`,
      conversation: `${channel}:${thread}`,
      text: readText(text, identity.bot_user),
      asker: user,
      placeId: isDirect ? null : channel,
      isShared,
      address: { channel, ts, thread, user, team: team ?? envelope.team_id },
    },
  }
}

/** What was typed: links and names as they look, and without the mention of the app. */
const readText = (text: string, botId: string): string =>
  text
    .replaceAll(`<@${botId}>`, ' ')
    .replace(/<(?:https?:\/\/|mailto:)[^|>]+\|([^>]+)>/g, '$1')
    .replace(/<((?:https?:\/\/|mailto:)[^|>]+)>/g, '$1')
    .replace(/<[@#!][^|>]*\|([^>]*)>/g, '$1')
    .replace(/<[@#!][^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
