import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ApiAnswer, ApiCall, FakeApi } from '../fake-api.ts'
import { startFakeApi } from '../fake-api.ts'
import { FeedbackButtons } from './slack-blocks.ts'
import { METHODS, READING } from './slack-methods.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { SlackMessage, SlackWorkspace } from './slack-workspace.ts'
import { createSlackWorkspace, shownText } from './slack-workspace.ts'

export type Say = {
  channel?: string
  user?: string
  text: string
  /** The thread that it is said in. */
  thread?: string
  /** Fields of the event besides those. */
  event?: Record<string, unknown>
  /** Fields of what the event comes in. */
  envelope?: Record<string, unknown>
}

export type Delivered = { statuses: number[]; body: string }

/** Slack on loopback: its Web API, and the events that it sends. */
export type FakeSlack = {
  readonly apiUrl: string
  readonly api: FakeApi
  readonly workspace: SlackWorkspace
  /** Where events go. */
  requestUrl: string
  /** Messages a second in one channel; more are answered with 429. */
  postsPerSecond: number
  /** Between attempts to deliver; Slack waits for nothing, a minute and five minutes. */
  retryAfterMs: readonly number[]
  /** As a person does: mentions the app in a channel, or writes to it directly. */
  say(said: Say): Promise<SlackMessage & { delivered: Delivered }>
  /** The event of a message, as Slack sends it. */
  eventOf(said: Say, ts: string): object
  /** Sends an event signed, and again while it is not taken. */
  deliver(event: object, again?: number): Promise<Delivered>
  press(message: SlackMessage, vote: 'up' | 'down', user?: string): Promise<Delivered>
  /** Slack asks whether the address is ours. */
  verifyUrl(challenge: string): Promise<Delivered>
  /** The answers in a thread, as people see them. */
  repliesTo(ts: string): SlackMessage[]
  close(): Promise<void>
}

export const signedHeaders = (
  secret: string,
  body: string,
  seconds = Math.floor(Date.now() / 1000),
): Record<string, string> => ({
  'x-slack-request-timestamp': String(seconds),
  'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${seconds}:${body}`).digest('hex')}`,
})

export async function startFakeSlack(workspace = createSlackWorkspace()): Promise<FakeSlack> {
  let eventNumber = 0
  const postedMs = new Map<string, number[]>()
  const api = await startFakeApi((call) => answer(call))

  function answer(call: ApiCall): ApiAnswer {
    const [, name = ''] = /^\/api\/(.+)$/.exec(call.url.pathname) ?? []
    const [scope, run] = METHODS[name] ?? []
    if (!run) return refused(new SlackRefusal('unknown_method'))
    if (call.headers.authorization !== `Bearer ${workspace.botToken}`) {
      return refused(new SlackRefusal('invalid_auth'))
    }
    if (workspace.tokenFault) return refused(new SlackRefusal(workspace.tokenFault))
    if (scope && !workspace.scopes.has(scope))
      return refused(new SlackRefusal('missing_scope', scope))
    const args = readArgs(call, name)
    if (/postMessage|startStream/.test(name) && isTooFast(args['channel'] ?? '')) {
      return {
        status: 429,
        headers: { 'retry-after': '1' },
        body: { ok: false, error: 'ratelimited' },
      }
    }
    try {
      return { body: { ok: true, ...run(workspace, args) } }
    } catch (error) {
      if (error instanceof SlackRefusal) return refused(error)
      throw error
    }
  }

  function isTooFast(channel: string): boolean {
    const now = performance.now()
    const recent = (postedMs.get(channel) ?? []).filter((ms) => now - ms < 1_000)
    if (recent.length >= slack.postsPerSecond) return true
    postedMs.set(channel, [...recent, now])
    return false
  }

  async function send(body: string, type: string, again: number): Promise<Delivered> {
    const statuses: number[] = []
    let text = ''
    // A repeated delivery is signed anew.
    for (let attempt = 0; attempt <= 3 + again; attempt += 1) {
      const retry =
        attempt === 0
          ? {}
          : { 'x-slack-retry-num': String(attempt), 'x-slack-retry-reason': 'http_timeout' }
      const response = await fetch(slack.requestUrl, {
        method: 'POST',
        headers: {
          'content-type': type,
          ...signedHeaders(workspace.signingSecret, body),
          ...retry,
        },
        body,
        signal: AbortSignal.timeout(30_000),
      }).catch(() => null)
      statuses.push(response?.status ?? 0)
      text = (await response?.text()) ?? ''
      const isTaken = response?.status === 200
      if (isTaken && attempt >= again) break
      if (!isTaken) await sleep(slack.retryAfterMs[attempt - again] ?? 0)
    }
    return { statuses, body: text }
  }

  const slack: FakeSlack = {
    apiUrl: `${api.origin}/api/`,
    api,
    workspace,
    requestUrl: '',
    postsPerSecond: Number.POSITIVE_INFINITY,
    retryAfterMs: [0, 100, 500],
    async say(said) {
      const ts = workspace.nextTs()
      const { channel = 'C0HELP', user = 'U0ADA', text, thread = ts } = said
      const message: SlackMessage = {
        channel,
        ts,
        thread,
        user,
        text,
        streamed: '',
        state: 'whole',
        blocks: [],
        unfurls: false,
        edits: 0,
      }
      workspace.messages.push(message)
      return { ...message, delivered: await slack.deliver(slack.eventOf(said, ts)) }
    },
    eventOf({ channel = 'C0HELP', user = 'U0ADA', text, thread, event, envelope }, ts) {
      eventNumber += 1
      const isDirect = channel.startsWith('D')
      return {
        token: 'not-used-any-more',
        team_id: workspace.teamId,
        api_app_id: workspace.appId,
        event: {
          type: isDirect ? 'message' : 'app_mention',
          user,
          text,
          ts,
          ...(thread === undefined ? {} : { thread_ts: thread }),
          channel,
          event_ts: ts,
          team: workspace.teamId,
          ...(isDirect ? { channel_type: 'im' } : {}),
          ...event,
        },
        type: 'event_callback',
        event_id: `Ev${String(eventNumber).padStart(8, '0')}`,
        event_time: Math.floor(Number(ts)),
        authorizations: [
          {
            enterprise_id: null,
            team_id: workspace.teamId,
            user_id: workspace.botUserId,
            is_bot: true,
          },
        ],
        is_ext_shared_channel: false,
        ...envelope,
      }
    },
    deliver: (event, again = 0) => send(JSON.stringify(event), 'application/json', again),
    press(message, vote, user = 'U0ADA') {
      const shown = message.blocks.find(({ type }) => type === 'context_actions')
      const [buttons] = z.tuple([FeedbackButtons]).parse(shown?.['elements'])
      const button = vote === 'up' ? buttons.positive_button : buttons.negative_button
      const payload = {
        type: 'block_actions',
        api_app_id: workspace.appId,
        team: { id: workspace.teamId, domain: 'acme' },
        user: { id: user, username: 'ada', team_id: workspace.teamId },
        channel: { id: message.channel, name: 'help-docs' },
        message: { ts: message.ts, thread_ts: message.thread, user: workspace.botUserId },
        response_url: `${api.origin}/actions/1`,
        actions: [
          {
            action_id: buttons.action_id,
            block_id: 'b1',
            type: 'feedback_buttons',
            value: button.value,
            action_ts: workspace.nextTs(),
          },
        ],
      }
      const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
      return send(body, 'application/x-www-form-urlencoded', 0)
    },
    verifyUrl: (challenge) =>
      slack.deliver({ token: 'not-used-any-more', challenge, type: 'url_verification' }),
    repliesTo: (ts) =>
      workspace.messages.filter(
        (message) => message.thread === ts && message.user === workspace.botUserId,
      ),
    close: () => api.close(),
  }
  return slack
}

export { shownText }

const refused = ({ message, needed }: SlackRefusal): ApiAnswer => ({
  body: {
    ok: false,
    error: message,
    ...(needed === undefined ? {} : { needed, provided: 'identify' }),
  },
})

function readArgs({ url, headers, body }: ApiCall, method: string): Record<string, string> {
  const type = headers['content-type'] ?? ''
  const inAddress = Object.fromEntries(url.searchParams)
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { ...inAddress, ...Object.fromEntries(new URLSearchParams(body.toString())) }
  }
  // As Slack does: what reads pays no attention to JSON.
  if (!type.startsWith('application/json') || READING.has(method)) return inAddress
  const json = z.record(z.string(), z.unknown()).parse(JSON.parse(body.toString()))
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}
