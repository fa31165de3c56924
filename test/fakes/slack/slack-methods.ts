import { readBlocks, readMarkdown } from './slack-blocks.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { SlackMessage, SlackWorkspace } from './slack-workspace.ts'

export type SlackArgs = Readonly<Record<string, string>>
/** Of a message without blocks. */
const MAX_TEXT = 40_000

type Result = Record<string, unknown>

/** Each with the scope that it takes; null: any token will do. */
export const METHODS: Readonly<
  Record<
    string,
    [scope: string | null, run: (workspace: SlackWorkspace, args: SlackArgs) => Result]
  >
> = {
  'auth.test': [
    null,
    ({ teamName, teamId, botUserId, botId }) => ({
      url: 'https://acme.slack.com/',
      team: teamName,
      user: 'docs_bot',
      team_id: teamId,
      user_id: botUserId,
      bot_id: botId,
      is_enterprise_install: false,
    }),
  ],
  'bots.info': [
    null,
    ({ botId, appId }) => ({ bot: { id: botId, name: 'docs_bot', app_id: appId } }),
  ],
  'conversations.list': ['channels:read', listConversations],
  'conversations.replies': ['channels:history', listReplies],
  'assistant.threads.setStatus': [
    'assistant:write',
    (workspace, { channel_id: channel = '', thread_ts: thread = '', status = '' }) => {
      requireMember(workspace, channel)
      workspace.statuses.push({ channel, thread, status })
      return {}
    },
  ],
  'chat.postMessage': [
    'chat:write',
    (workspace, args) => {
      const content = readContent(args)
      const message = add(workspace, args, { ...content, state: 'whole' })
      return { channel: message.channel, ts: message.ts }
    },
  ],
  'chat.update': [
    'chat:write',
    (workspace, args) => {
      const message = own(workspace, args)
      if (message.state === 'streaming') throw new SlackRefusal('streaming_state_conflict')
      Object.assign(message, readContent(args), { edits: message.edits + 1 })
      return { channel: message.channel, ts: message.ts }
    },
  ],
  'chat.startStream': [
    'chat:write',
    (workspace, args) => {
      requireStreams(workspace)
      if (args['thread_ts'] === undefined) throw new SlackRefusal('invalid_arguments')
      if (!channelOf(workspace, args).isDirect) {
        if (args['recipient_user_id'] === undefined)
          throw new SlackRefusal('missing_recipient_user_id')
        if (args['recipient_team_id'] === undefined)
          throw new SlackRefusal('missing_recipient_team_id')
      }
      const streamed = readMarkdown(args['markdown_text'] ?? '')
      const message = add(workspace, args, { text: '', blocks: [], streamed, state: 'streaming' })
      return { channel: message.channel, ts: message.ts }
    },
  ],
  'chat.appendStream': [
    'chat:write',
    (workspace, args) => {
      requireStreams(workspace)
      const message = streaming(workspace, args)
      if (args['markdown_text'] === undefined) throw new SlackRefusal('no_text')
      message.streamed = readMarkdown(message.streamed + readMarkdown(args['markdown_text']))
      return { channel: message.channel, ts: message.ts }
    },
  ],
  'chat.stopStream': [
    'chat:write',
    (workspace, args) => {
      requireStreams(workspace)
      const message = streaming(workspace, args)
      message.streamed = readMarkdown(message.streamed + (args['markdown_text'] ?? ''))
      message.blocks = readBlocks(args['blocks'])
      message.state = 'whole'
      return { channel: message.channel, ts: message.ts }
    },
  ],
}

/** Methods that take their arguments from a form or the address alone. */
export const READING = new Set(['conversations.list', 'conversations.replies', 'bots.info'])

function listConversations({ channels }: SlackWorkspace, args: SlackArgs): Result {
  const types = (args['types'] ?? 'public_channel').split(',')
  const listed = channels.filter(
    ({ isPrivate, isDirect, isArchived }) =>
      !isDirect &&
      types.includes(isPrivate ? 'private_channel' : 'public_channel') &&
      !(args['exclude_archived'] === 'true' && isArchived),
  )
  // In pages of two, so that whoever reads only the first one misses some.
  const from = Number(args['cursor'] ?? 0)
  const next = from + 2 < listed.length ? String(from + 2) : ''
  return {
    channels: listed.slice(from, from + 2).map(({ id, name, isPrivate, isArchived, members }) => ({
      id,
      name,
      is_channel: !isPrivate,
      is_private: isPrivate,
      is_archived: isArchived,
      is_member: [...members].some((member) => member.startsWith('U0BOT')),
    })),
    response_metadata: { next_cursor: next },
  }
}

function listReplies(workspace: SlackWorkspace, args: SlackArgs): Result {
  requireMember(workspace, args['channel'] ?? '')
  const { ts: thread, oldest = '0', limit = '1000' } = args
  const found = workspace.messages.filter(
    (message) =>
      message.channel === args['channel'] &&
      (message.ts === thread || message.thread === thread) &&
      (message.ts === thread || Number(message.ts) > Number(oldest)),
  )
  return {
    messages: found.slice(0, Number(limit)).map(({ ts, thread: thread_ts, user, text }) => ({
      type: 'message',
      ts,
      thread_ts,
      user,
      text,
    })),
    has_more: found.length > Number(limit),
  }
}

const channelOf = ({ channels }: SlackWorkspace, { channel }: SlackArgs) => {
  const found = channels.find(({ id }) => id === channel)
  if (!found) throw new SlackRefusal('channel_not_found')
  return found
}

function requireMember(workspace: SlackWorkspace, channel: string) {
  const found = channelOf(workspace, { channel })
  if (found.isArchived) throw new SlackRefusal('is_archived')
  if (!found.isDirect && !found.members.has(workspace.botUserId)) {
    throw new SlackRefusal(found.isPrivate ? 'channel_not_found' : 'not_in_channel')
  }
  return found
}

function requireStreams({ streams }: SlackWorkspace) {
  if (!streams) throw new SlackRefusal('unknown_method')
}

function add(
  workspace: SlackWorkspace,
  args: SlackArgs,
  content: Pick<SlackMessage, 'text' | 'blocks' | 'streamed' | 'state'>,
): SlackMessage {
  const { id: channel } = requireMember(workspace, args['channel'] ?? '')
  const ts = workspace.nextTs()
  // A stream takes no word on previews: what it links to may get one.
  const unfurls =
    content.state === 'streaming'
      ? /https?:/.test(content.streamed.replace(/`[^`]*`/g, ''))
      : args['unfurl_links'] !== 'false' || args['unfurl_media'] !== 'false'
  const message: SlackMessage = {
    channel,
    ts,
    thread: args['thread_ts'] ?? ts,
    user: workspace.botUserId,
    unfurls,
    edits: 0,
    ...content,
  }
  workspace.messages.push(message)
  return message
}

function own({ messages, botUserId }: SlackWorkspace, { channel, ts }: SlackArgs): SlackMessage {
  const found = messages.find((message) => message.channel === channel && message.ts === ts)
  if (!found) throw new SlackRefusal('message_not_found')
  if (found.user !== botUserId) throw new SlackRefusal('cant_update_message')
  return found
}

function streaming(workspace: SlackWorkspace, args: SlackArgs): SlackMessage {
  const message = own(workspace, args)
  if (message.state !== 'streaming') throw new SlackRefusal('message_not_in_streaming_state')
  return message
}

function readContent(args: SlackArgs): Pick<SlackMessage, 'text' | 'blocks' | 'streamed'> {
  const { text = '', blocks } = args
  if (text.length > MAX_TEXT) throw new SlackRefusal('msg_too_long')
  const read = readBlocks(blocks)
  if (text === '' && read.length === 0) throw new SlackRefusal('no_text')
  return { text, blocks: read, streamed: '' }
}
