import type { SlackConnection } from '@footnote/contract/admin/channels/channels'
import { z } from 'zod'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { ChannelError } from '../channel-error.ts'
import type { Place, Product } from '../product.ts'
import { readSlackCall } from './read-slack-call.ts'
import { callSlack } from './slack-api.ts'
import { SLACK_DIALECT } from './slack-dialect.ts'
import { openSlackReply } from './slack-reply.ts'
import { verifySlackCall } from './verify-slack.ts'

const Tested = z.looseObject({
  team: z.string(),
  team_id: z.string(),
  user: z.string(),
  user_id: z.string(),
  app_id: z.string().optional(),
  bot_id: z.string().optional(),
})
const Bot = z.looseObject({ bot: z.looseObject({ app_id: z.string() }) })
const Conversations = z.looseObject({
  channels: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      is_member: z.boolean().optional(),
      is_private: z.boolean().optional(),
    }),
  ),
  response_metadata: z.looseObject({ next_cursor: z.string().optional() }).optional(),
})

const PLACES_PER_PAGE = 200
const MAX_PAGES = 25

export function slackProduct(fetchPage: FetchPage, credential: SlackConnection): Product {
  const access = { fetchPage, apiUrl: credential.api_url, botToken: credential.bot_token }
  return {
    name: 'Slack',
    dialect: SLACK_DIALECT,
    async identify(signal) {
      const tested = await callSlack(access, 'auth.test', {}, Tested, signal)
      if (tested.bot_id === undefined) {
        const message = 'This is no bot token. A bot token begins with xoxb-.'
        throw new ChannelError(message, { code: 'no_bot_token', isTransient: false })
      }
      const appId =
        tested.app_id ??
        (await callSlack(access, 'bots.info', { bot: tested.bot_id }, Bot, signal)).bot.app_id
      return {
        app: appId,
        bot_user: tested.user_id,
        bot_name: tested.user,
        team: tested.team_id,
        team_name: tested.team,
      }
    },
    async listPlaces(signal) {
      const places: Place[] = []
      let cursor = ''
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const args = {
          types: 'public_channel,private_channel',
          exclude_archived: true,
          limit: PLACES_PER_PAGE,
          ...(cursor === '' ? {} : { cursor }),
        }
        const listed = await callSlack(access, 'conversations.list', args, Conversations, signal)
        for (const { id, name, is_member = false, is_private = false } of listed.channels) {
          places.push({ place: id, name, is_member, is_private })
        }
        cursor = listed.response_metadata?.next_cursor ?? ''
        if (cursor === '') break
      }
      return places.sort((a, b) => a.name.localeCompare(b.name, 'en'))
    },
    verify: (call, _identity, nowMs) => verifySlackCall(credential.signing_secret, call, nowMs),
    read: readSlackCall,
    openReply: (identity, options) => openSlackReply(access, identity, options),
  }
}
