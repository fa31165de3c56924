import { generateKeyPairSync } from 'node:crypto'
import { z } from 'zod'
import type { ApiAnswer, ApiCall } from '../fake-api.ts'
import { startFakeApi } from '../fake-api.ts'
import { isVerified, send, signedBy } from './discord-calls.ts'
import { createChannels, SERVER } from './discord-channels.ts'
import type { DiscordMessage } from './discord-messages.ts'
import { Command, Content, shownIn } from './discord-messages.ts'
import type { FakeDiscord, Interacted } from './fake-discord.ts'

const EPOCH_MS = 1_420_070_400_000n

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
      if (!discord.isReachable || !(await isVerified(url, nextId(), application.id, privateKey))) {
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
      return { body: found.toReversed().map(toMessage) }
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

  const discord: FakeDiscord = {
    apiUrl: '',
    api: await startFakeApi((call) => answer(call)),
    application,
    privateKey,
    botToken: `bot-token-of-application-${number}`,
    endpoint: '',
    commands: [],
    channels: createChannels(),
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

export { shownIn, signedBy }
export type { FakeDiscord }
