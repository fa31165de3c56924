import type { DiscordConnection } from '@footnote/contract/admin/channels/channels'
import { z } from 'zod'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { ChannelError } from '../channel-error.ts'
import type { Incoming, Outcome, Place, Product } from '../product.ts'
import { callDiscord } from './discord-api.ts'
import { DISCORD_DIALECT } from './discord-dialect.ts'
import { openDiscordReply } from './discord-reply.ts'
import { readDiscordCall } from './read-discord-call.ts'
import { verifyDiscordCall } from './verify-discord.ts'

const Application = z.looseObject({
  id: z.string(),
  name: z.string(),
  verify_key: z.string(),
  bot: z.looseObject({ id: z.string(), username: z.string() }),
})
const Servers = z.array(z.looseObject({ id: z.string(), name: z.string() }))
const Channels = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    type: z.int(),
    permission_overwrites: z
      .array(z.looseObject({ id: z.string(), deny: z.string().optional() }))
      .optional(),
  }),
)
const Anything = z.unknown()

/** Text, announcements, forums and media: what people write in, or open threads in. */
const PLACES = new Set([0, 5, 15, 16])
const SERVERS_PER_PAGE = 200
const VIEW_CHANNEL = 1n << 10n

const IN_SERVERS = 0
const WITH_THE_APP = 1
const TEXT_OPTION = 3
const MAX_QUESTION_CHARACTERS = 2_000

/** `/ask`, for servers that have the app and for those who write to it directly. */
const ASK = {
  type: 1,
  name: 'ask',
  description: 'Ask the documentation a question',
  integration_types: [IN_SERVERS],
  contexts: [IN_SERVERS, WITH_THE_APP],
  options: [
    {
      type: TEXT_OPTION,
      name: 'question',
      description: 'What would you like to know?',
      required: true,
      max_length: MAX_QUESTION_CHARACTERS,
    },
  ],
}

export function discordProduct(fetchPage: FetchPage, connection: DiscordConnection): Product {
  const access = { fetchPage, apiUrl: connection.api_url, botToken: connection.bot_token }
  return {
    name: 'Discord',
    dialect: DISCORD_DIALECT,
    async identify(signal) {
      const app = await callDiscord(access, { path: 'applications/@me', signal }, Application)
      return {
        app: app.id,
        bot_user: app.bot.id,
        bot_name: app.bot.username,
        team: null,
        team_name: app.name,
        public_key: app.verify_key,
      }
    },
    async register({ app }, requestUrl, signal) {
      // A command with that name is replaced; others stay.
      const commands = `applications/${app}/commands`
      await callDiscord(access, { method: 'POST', path: commands, body: ASK, signal }, Anything)
      const body = { interactions_endpoint_url: requestUrl }
      await callDiscord(
        access,
        { method: 'PATCH', path: 'applications/@me', body, signal },
        Anything,
      ).catch((error: unknown) => {
        if (!(error instanceof ChannelError) || error.isTransient || error.code === '401')
          throw error
        const message = `Discord does not accept ${requestUrl}. It has to be reachable over HTTPS.`
        throw new ChannelError(message, { code: error.code, isTransient: false })
      })
    },
    async listPlaces(signal) {
      const places: Place[] = []
      const path = `users/@me/guilds?limit=${SERVERS_PER_PAGE}`
      const servers = await callDiscord(access, { path, signal }, Servers)
      for (const server of servers) {
        const found = await callDiscord(
          access,
          { path: `guilds/${server.id}/channels`, signal },
          Channels,
        )
        for (const { id, name, type, permission_overwrites: rules = [] } of found) {
          if (!PLACES.has(type)) continue
          const shown = servers.length > 1 ? `${name} · ${server.name}` : name
          // The rule with the id of the server is for everybody.
          const everybody = rules.find((rule) => rule.id === server.id)
          const is_private = (BigInt(everybody?.deny ?? '0') & VIEW_CHANNEL) !== 0n
          places.push({ place: id, name: shown, is_member: true, is_private })
        }
      }
      return places.sort((a, b) => a.name.localeCompare(b.name, 'en'))
    },
    verify: (call, { public_key: key = '' }, nowMs) => verifyDiscordCall(key, call, nowMs),
    read: readDiscordCall,
    acknowledge,
    openReply: (identity, options) => openDiscordReply(access, identity, options),
  }
}

const DEFERRED = { type: 5 }
/** Nothing changes in the message with the button. */
const UNCHANGED = { type: 6 }
const ONLY_FOR_THE_ASKER = 64

const say = (content: string): object => ({
  type: 4,
  data: { content, flags: ONLY_FOR_THE_ASKER, allowed_mentions: { parse: [] } },
})

const SAID: Readonly<Partial<Record<Outcome, string>>> = {
  elsewhere: 'I do not answer in this channel.',
  off: 'I do not answer questions at the moment.',
  over_limit: 'Too many questions at the moment. Please ask again in a minute.',
}

function acknowledge(incoming: Incoming, outcome: Outcome): unknown {
  const said = SAID[outcome]
  if (said !== undefined && incoming.kind !== 'nothing') return say(said)
  if (incoming.kind === 'question') return DEFERRED
  return incoming.kind === 'rating' ? say('Thank you for the feedback.') : UNCHANGED
}
