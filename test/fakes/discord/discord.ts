import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { ApiAnswer, ApiCall, FakeApi } from '../fake-api.ts'
import { startFakeApi } from '../fake-api.ts'
import type { DiscordMessage } from './discord-messages.ts'
import { Command, Content, shownIn } from './discord-messages.ts'

export type AskInDiscord = {
  question: string
  channel?: string
  user?: string
  /** Fields of the interaction besides those. */
  more?: Record<string, unknown>
}

export type Interacted = {
  status: number
  /** What was responded at once. */
  response: { type: number; data?: { content: string; flags: number } } | null
}

export type DiscordChannel = {
  id: string
  name: string
  type: number
  parent_id?: string
  permission_overwrites?: { id: string; type: number; allow: string; deny: string }[]
}

/** Discord on loopback: its API, and the interactions that it sends. */
export type FakeDiscord = {
  readonly apiUrl: string
  readonly api: FakeApi
  readonly application: { id: string; name: string; botUser: string; publicKey: string }
  readonly privateKey: KeyObject
  botToken: string
  /** Where interactions go: what the app registers, or what a person enters in the portal. */
  endpoint: string
  readonly commands: Command[]
  readonly channels: DiscordChannel[]
  readonly messages: DiscordMessage[]
  /** Edits and posts a second with one token; more are answered with 429. */
  writesPerSecond: number
  /** Whether it reaches the addresses that it is given. */
  isReachable: boolean
  /** Whether the app may read the messages of channels. */
  canRead: boolean
  /** Between a response and what can be done with it. */
  deferMs: number
  ask(asked: AskInDiscord): Promise<Interacted & { interaction: string }>
  interactionOf(asked: AskInDiscord): { id: string }
  deliver(interaction: object): Promise<Interacted>
  press(message: DiscordMessage, vote: 'up' | 'down'): Promise<Interacted>
  repliesTo(interaction: string): DiscordMessage[]
  /** The time of an interaction is over. */
  expire(interaction: string): void
  close(): Promise<void>
}

const SERVER = '290000000000000001'
const EPOCH_MS = 1_420_070_400_000n

export function signedBy(
  key: KeyObject,
  body: string,
  seconds = Math.floor(Date.now() / 1000),
): Record<string, string> {
  const signature = sign(null, Buffer.from(`${seconds}${body}`), key).toString('hex')
  return { 'x-signature-timestamp': String(seconds), 'x-signature-ed25519': signature }
}

const refused = (status: number, code: number, message: string): ApiAnswer => ({
  status,
  body: { message, code },
})

export async function startFakeDiscord(number = 1): Promise<FakeDiscord> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const application = {
    id: `84500000000000000${number}`,
    name: `Acme ${number}`,
    botUser: `84600000000000000${number}`,
    publicKey: raw.toString('hex'),
  }
  let lastId = 0n
  /** Ids hold the time, in milliseconds. */
  const nextId = (): string => {
    lastId += 1n
    return String(((BigInt(Date.now()) - EPOCH_MS) << 22n) | (lastId & 0x3fffffn))
  }
  /** Each interaction by its token. */
  const open = new Map<string, { id: string; channel: string; isExpired: boolean }>()
  const writtenMs = new Map<string, number[]>()
  const bot = () => ({ id: application.botUser, username: 'docs_bot', bot: true })
  const toMessage = ({ id, channel, interaction, isOriginal, content }: DiscordMessage) => ({
    id,
    channel_id: channel,
    author: bot(),
    ...content,
    interaction_metadata: {
      id: interaction,
      type: 2,
      ...(isOriginal ? {} : { original_response_message_id: originalOf(interaction)?.id }),
    },
  })
  const originalOf = (interaction: string) =>
    discord.messages.find((one) => one.interaction === interaction && one.isOriginal)

  async function answer(call: ApiCall): Promise<ApiAnswer> {
    const path = call.url.pathname.replace('/api/v10/', '')
    const onWebhook = /^webhooks\/(\d+)\/([^/]+)(?:\/messages\/(.+))?$/.exec(path)
    if (onWebhook) return writeByToken(call, onWebhook)
    if (call.headers.authorization !== `Bot ${discord.botToken}`) {
      return refused(401, 0, '401: Unauthorized')
    }
    if (path === 'applications/@me' && call.method === 'GET') {
      return {
        body: {
          id: application.id,
          name: application.name,
          verify_key: application.publicKey,
          bot_public: false,
          bot: bot(),
        },
      }
    }
    if (path === 'applications/@me' && call.method === 'PATCH') {
      const url = z
        .strictObject({ interactions_endpoint_url: z.url() })
        .parse(JSON.parse(call.body.toString())).interactions_endpoint_url
      if (!discord.isReachable || !(await isVerified(url))) {
        return refused(400, 50_035, 'Invalid Form Body')
      }
      discord.endpoint = url
      return { body: { id: application.id } }
    }
    if (path === `applications/${application.id}/commands` && call.method === 'POST') {
      const command = Command.safeParse(JSON.parse(call.body.toString()))
      if (!command.success) return refused(400, 50_035, 'Invalid Form Body')
      const at = discord.commands.findIndex(({ name }) => name === command.data.name)
      discord.commands.splice(
        at === -1 ? discord.commands.length : at,
        at === -1 ? 0 : 1,
        command.data,
      )
      return { status: at === -1 ? 201 : 200, body: { id: nextId(), ...command.data } }
    }
    if (path === 'users/@me/guilds') return { body: [{ id: SERVER, name: 'Acme community' }] }
    if (path === `guilds/${SERVER}/channels`) {
      return { body: discord.channels.filter(({ type }) => type < 10 || type > 12) }
    }
    const listed = /^channels\/(\d+)\/messages$/.exec(path)
    if (listed) {
      if (!discord.canRead) return refused(403, 50_001, 'Missing Access')
      const after = BigInt(call.url.searchParams.get('after') ?? '0')
      const found = discord.messages.filter(
        ({ id, channel }) => channel === listed[1] && BigInt(id) > after,
      )
      return { body: found.reverse().map(toMessage) }
    }
    return refused(404, 0, '404: Not Found')
  }

  function writeByToken(call: ApiCall, found: RegExpExecArray): ApiAnswer {
    const [, app, token = '', which] = found
    const interaction = open.get(token)
    if (app !== application.id || !interaction) return refused(404, 10_015, 'Unknown Webhook')
    if (interaction.isExpired) return refused(401, 50_027, 'Invalid Webhook Token')
    if (isTooFast(token)) {
      return {
        status: 429,
        headers: { 'retry-after': '0.3' },
        body: { message: 'You are being rate limited.', retry_after: 0.3, global: false },
      }
    }
    const content = Content.safeParse(JSON.parse(call.body.toString()))
    if (!content.success) return refused(400, 50_035, 'Invalid Form Body')
    if (call.method === 'POST') {
      const message: DiscordMessage = {
        id: nextId(),
        channel: interaction.channel,
        interaction: interaction.id,
        isOriginal: false,
        isDeferred: false,
        content: content.data,
        edits: 0,
      }
      discord.messages.push(message)
      return { body: toMessage(message) }
    }
    const message = discord.messages.find(
      (one) =>
        one.interaction === interaction.id &&
        (which === '@original' ? one.isOriginal : one.id === which),
    )
    if (!message) return refused(404, 10_008, 'Unknown Message')
    Object.assign(message, { content: content.data, isDeferred: false, edits: message.edits + 1 })
    return { body: toMessage(message) }
  }

  function isTooFast(token: string): boolean {
    const now = performance.now()
    const recent = (writtenMs.get(token) ?? []).filter((ms) => now - ms < 1_000)
    if (recent.length >= discord.writesPerSecond) return true
    writtenMs.set(token, [...recent, now])
    return false
  }

  async function send(url: string, body: string, headers: Record<string, string>) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(3_000),
    }).catch(() => null)
    const text = (await response?.text()) ?? ''
    return {
      status: response?.status ?? 0,
      text,
      type: response?.headers.get('content-type') ?? '',
    }
  }

  /** As Discord looks at an address: one call that is right, and one that is not. */
  async function isVerified(url: string): Promise<boolean> {
    const body = JSON.stringify({
      id: nextId(),
      application_id: application.id,
      type: 1,
      version: 1,
    })
    const other = generateKeyPairSync('ed25519').privateKey
    const right = await send(url, body, signedBy(privateKey, body))
    const wrong = await send(url, body, signedBy(other, body))
    const isPong =
      right.status === 200 &&
      right.type.startsWith('application/json') &&
      JSON.parse(right.text).type === 1
    return isPong && wrong.status === 401
  }

  const discord: FakeDiscord = {
    apiUrl: '',
    api: await startFakeApi((call) => answer(call)),
    application,
    privateKey,
    botToken: `bot-token-of-application-${number}`,
    endpoint: '',
    commands: [],
    channels: [
      { id: '645000000000000001', name: 'help', type: 0 },
      { id: '645000000000000002', name: 'off-topic', type: 0 },
      {
        id: '645000000000000003',
        name: 'team',
        type: 0,
        permission_overwrites: [{ id: SERVER, type: 0, allow: '0', deny: '1024' }],
      },
      { id: '645000000000000004', name: 'voice', type: 2 },
      { id: '645000000000000005', name: 'A thread', type: 11, parent_id: '645000000000000001' },
      { id: '645000000000000009', name: 'ada', type: 1 },
    ],
    messages: [],
    writesPerSecond: Number.POSITIVE_INFINITY,
    isReachable: true,
    canRead: true,
    deferMs: 0,
    interactionOf({ question, channel = '645000000000000001', user = '240000000000000002', more }) {
      const place = discord.channels.find(({ id }) => id === channel)
      const isDirect = place?.type === 1
      const who = { id: user, username: 'ada' }
      return {
        id: nextId(),
        application_id: application.id,
        type: 2,
        token: `aW50ZXJhY3Rpb24-${nextId()}`,
        version: 1,
        ...(isDirect ? { user: who } : { guild_id: SERVER, member: { user: who, roles: [] } }),
        channel_id: channel,
        channel: place,
        data: {
          id: '771',
          name: 'ask',
          type: 1,
          options: [{ name: 'question', type: 3, value: question }],
        },
        locale: 'en-US',
        ...more,
      }
    },
    async ask(asked) {
      const interaction = discord.interactionOf(asked)
      return { interaction: interaction.id, ...(await discord.deliver(interaction)) }
    },
    async deliver(interaction) {
      const body = JSON.stringify(interaction)
      const { status, text } = await send(discord.endpoint, body, signedBy(privateKey, body))
      const response: Interacted['response'] = text === '' ? null : JSON.parse(text)
      const {
        id,
        token,
        channel_id: channel,
      } = z
        .looseObject({ id: z.string(), token: z.string(), channel_id: z.string() })
        .parse(interaction)
      if (status === 200 && response?.type === 5 && !open.has(token)) {
        const begin = () => {
          if (open.has(token)) return
          open.set(token, { id, channel, isExpired: false })
          const content = { content: 'is thinking…' }
          const first = { isOriginal: true, isDeferred: true, content, edits: 0 }
          discord.messages.push({ id: nextId(), channel, interaction: id, ...first })
        }
        if (discord.deferMs === 0) begin()
        else setTimeout(begin, discord.deferMs)
      }
      return { status, response }
    },
    press(message, vote) {
      const buttons = message.content.components?.[0]?.components ?? []
      const button = buttons.find(({ custom_id: id }) => id.includes(`:${vote}:`))
      if (!button) throw new Error(`There is no button for ${vote}`)
      return discord.deliver({
        ...discord.interactionOf({ question: '', channel: message.channel }),
        type: 3,
        message: toMessage(message),
        data: { component_type: 2, custom_id: button.custom_id },
      })
    },
    repliesTo: (interaction) => discord.messages.filter((one) => one.interaction === interaction),
    expire(interaction) {
      for (const one of open.values()) if (one.id === interaction) one.isExpired = true
    },
    close: () => discord.api.close(),
  }
  return Object.assign(discord, { apiUrl: `${discord.api.origin}/api/v10/` })
}

export { shownIn }
