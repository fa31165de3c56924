/** A workspace of Slack with its channels, members and messages, and an app that is installed in it. */
export type SlackWorkspace = {
  readonly teamId: string
  readonly teamName: string
  readonly appId: string
  readonly botUserId: string
  readonly botId: string
  botToken: string
  signingSecret: string
  scopes: Set<string>
  /** Null: the token counts. */
  tokenFault: 'token_revoked' | 'account_inactive' | null
  /** Whether the workspace has the streaming methods. */
  streams: boolean
  readonly channels: SlackChannel[]
  readonly messages: SlackMessage[]
  /** What assistant.threads.setStatus said, in order. */
  readonly statuses: { channel: string; thread: string; status: string }[]
  /** A time stamp that no message has, as Slack names messages. */
  nextTs(): string
}

export type SlackChannel = {
  id: string
  name: string
  isPrivate: boolean
  isDirect: boolean
  isArchived: boolean
  members: Set<string>
}

export type SlackBlock = { type: string; [field: string]: unknown }

export type SlackMessage = {
  channel: string
  ts: string
  thread: string
  user: string
  text: string
  /** The text of a stream, as it came. */
  streamed: string
  state: 'whole' | 'streaming'
  blocks: SlackBlock[]
  unfurls: boolean
  edits: number
}

const EVERY_SCOPE = [
  'app_mentions:read',
  'im:history',
  'chat:write',
  'assistant:write',
  'channels:read',
  'groups:read',
  'channels:history',
  'groups:history',
]

export function createSlackWorkspace(number = 1): SlackWorkspace {
  let last = 1_767_000_000_000_000 + number * 1_000_000
  const botUserId = `U0BOT${number}`
  const channel = (id: string, name: string, more: Partial<SlackChannel> = {}): SlackChannel => ({
    id,
    name,
    isPrivate: false,
    isDirect: false,
    isArchived: false,
    members: new Set([botUserId, 'U0ADA', 'U0BOB']),
    ...more,
  })
  return {
    teamId: `T0TEAM${number}`,
    teamName: `Acme ${number}`,
    appId: `A0APP${number}`,
    botUserId,
    botId: `B0BOT${number}`,
    botToken: `xoxb-${number}-test-token`,
    signingSecret: `signing-secret-of-workspace-${number}`,
    scopes: new Set(EVERY_SCOPE),
    tokenFault: null,
    streams: true,
    channels: [
      channel('C0HELP', 'help-docs'),
      channel('C0RANDOM', 'random', { members: new Set(['U0ADA']) }),
      channel('G0TEAM', 'team-only', { isPrivate: true }),
      channel('C0OLD', 'old-things', { isArchived: true }),
      channel('D0ADA', '', { isPrivate: true, isDirect: true }),
    ],
    messages: [],
    statuses: [],
    nextTs() {
      last += 100
      return `${Math.floor(last / 1_000_000)}.${String(last % 1_000_000).padStart(6, '0')}`
    },
  }
}

/** What people see of a message: its Markdown blocks, or its text where it has none. */
export const shownText = ({ state, streamed, blocks, text }: SlackMessage): string => {
  if (state === 'streaming') return streamed
  const markdown = blocks.flatMap((block) =>
    block.type === 'markdown' ? [String(block['text'])] : [],
  )
  return markdown.length > 0 ? markdown.join('\n\n') : streamed || text
}
