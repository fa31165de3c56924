import { z } from 'zod'
import { Id } from '../../id.ts'
import {
  DEFAULT_CHANNEL_QUESTIONS_PER_MINUTE,
  MAX_CHANNEL_PLACES,
  MAX_CHANNEL_QUESTIONS_PER_MINUTE,
  MAX_CHANNELS,
  MAX_GROUP_IDS,
  MAX_NAME_CHARACTERS,
} from '../../limits.ts'
import { HttpUrl, nonBlankText } from '../../text.ts'
import { Timestamp } from '../../timestamp.ts'

export const ChannelKind = z
  .enum(['slack', 'discord', 'github'])
  .describe('The product that people ask in.')
export type ChannelKind = z.infer<typeof ChannelKind>

export const Unasked = z
  .enum(['answer', 'propose', 'ignore'])
  .describe(
    'What becomes of a new issue or discussion that does not mention the app: `answer` answers in public, `propose` shows those who maintain it that there is an answer, `ignore` does nothing. In Slack and Discord the app is always asked.',
  )
export type Unasked = z.infer<typeof Unasked>

const fields = {
  name: nonBlankText(MAX_NAME_CHARACTERS).describe('Unique in its knowledge base. Not blank.'),
  group_ids: z
    .array(Id)
    .max(MAX_GROUP_IDS)
    .describe(
      'The groups it may answer from, those for signed readers among them. Empty: every group but those for signed readers, and documents without a group.',
    ),
  places: z
    .array(z.string().regex(/^[\w./-]{1,200}$/, 'must be an id or a name of the product'))
    .max(MAX_CHANNEL_PLACES)
    .describe(
      'Where it answers: ids of channels in the product, and in GitHub names of repositories. Empty: wherever it was invited. Direct messages are always answered.',
    ),
  questions_per_minute: z
    .int()
    .min(1)
    .max(MAX_CHANNEL_QUESTIONS_PER_MINUTE)
    .describe('Questions a minute beyond which it answers no more.'),
  unasked: Unasked,
  say_not_covered: z
    .boolean()
    .describe(
      'Whether it also answers what nobody asked it when the documentation does not cover it.',
    ),
}

export const ChannelBody = z
  .strictObject({
    kind: ChannelKind,
    name: fields.name,
    group_ids: fields.group_ids.default([]),
    places: fields.places.default([]),
    questions_per_minute: fields.questions_per_minute.default(DEFAULT_CHANNEL_QUESTIONS_PER_MINUTE),
    unasked: fields.unasked.default('propose'),
    say_not_covered: fields.say_not_covered.default(false),
  })
  .meta({ id: 'ChannelBody' })
export type ChannelBody = z.infer<typeof ChannelBody>

export const ChannelPatch = z
  .strictObject({
    ...fields,
    enabled: z.boolean().describe('false: it answers nothing, and running answers end.'),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'ChannelPatch', minProperties: 1, description: 'At least one field.' })
export type ChannelPatch = z.infer<typeof ChannelPatch>

const token = (what: string) =>
  z.string().regex(/^[\x21-\x7e]{8,512}$/, `must be ${what}, without spaces`)

export const SLACK_API_URL = 'https://slack.com/api/'

export const SlackConnection = z
  .strictObject({
    kind: z.literal('slack').describe('As the channel.'),
    bot_token: token('a bot token').describe(
      'From “OAuth & Permissions” of the app. It begins with `xoxb-`.',
    ),
    signing_secret: token('a signing secret').describe('From “Basic Information” of the app.'),
    api_url: HttpUrl.default(SLACK_API_URL).describe(
      'Where the Web API is: for GovSlack `https://slack-gov.com/api/`.',
    ),
  })
  .meta({ id: 'SlackConnection' })
export type SlackConnection = z.infer<typeof SlackConnection>

export const DISCORD_API_URL = 'https://discord.com/api/v10/'

export const DiscordConnection = z
  .strictObject({
    kind: z.literal('discord').describe('As the channel.'),
    bot_token: token('a bot token').describe('From “Bot” of the application.'),
    api_url: HttpUrl.default(DISCORD_API_URL).describe('Where the API is.'),
  })
  .meta({ id: 'DiscordConnection' })
export type DiscordConnection = z.infer<typeof DiscordConnection>

export const GITHUB_API_URL = 'https://api.github.com/'

export const GitHubConnection = z
  .strictObject({
    kind: z.literal('github').describe('As the channel.'),
    app_id: z
      .string()
      .regex(/^\d{1,20}$/, 'must be the id of an app, a number')
      .describe('The App ID, from “General” of the app.'),
    private_key: z
      .string()
      .max(10_000)
      .regex(/-----BEGIN (?:RSA )?PRIVATE KEY-----/, 'must be a private key in PEM')
      .describe('The whole file that GitHub gave out.'),
    api_url: HttpUrl.default(GITHUB_API_URL).describe(
      'Where the API is: for an Enterprise Server `https://HOST/api/v3/`.',
    ),
  })
  .meta({ id: 'GitHubConnection' })
export type GitHubConnection = z.infer<typeof GitHubConnection>

export const ChannelConnection = z
  .discriminatedUnion('kind', [SlackConnection, DiscordConnection, GitHubConnection])
  .meta({ id: 'ChannelConnection', description: 'The credentials of an app in the product.' })
export type ChannelConnection = z.infer<typeof ChannelConnection>

export const ChannelConnectionBody = z
  .strictObject({ credential: ChannelConnection })
  .meta({ id: 'ChannelConnectionBody' })

/** Who a channel is in its product. */
export const ChannelIdentity = z.object({
  app: z.string().describe('The app there.'),
  bot_user: z.string().describe('The user whom its messages are from.'),
  bot_name: z.string().describe('The name of that user.'),
  team: z
    .string()
    .nullable()
    .describe('The workspace there that it was installed in; null: several may have it.'),
  team_name: z.string().describe('The name of that workspace, or of the app.'),
  public_key: z
    .string()
    .optional()
    .describe('What the product signs its calls with, where there is a public key.'),
  url: HttpUrl.optional().describe('The page of the app there, where it has one.'),
})
export type ChannelIdentity = z.infer<typeof ChannelIdentity>

export const Channel = z
  .object({
    id: Id.describe('Names the channel in the admin API.'),
    kind: ChannelKind,
    ...fields,
    enabled: z.boolean().describe('Whether it answers.'),
    connection: ChannelIdentity.extend({
      since: Timestamp.describe('When its credentials were last entered.'),
    })
      .nullable()
      .describe('Who it is in the product; null: it is not connected yet.'),
    problem: z
      .object({
        message: z.string().describe('What is wrong, in words for operators.'),
        at: Timestamp.describe('When that last happened.'),
      })
      .nullable()
      .describe('What last kept it from answering; null: nothing.'),
    request_url: z.string().describe('Where the product sends what happens there.'),
    manifest: z
      .string()
      .nullable()
      .describe('What to create the app from, as JSON; null: there is nothing to paste.'),
    setup_url: HttpUrl.describe(
      'The page of the product to go on with: where apps are made, or, once it is connected, added.',
    ),
    created_at: Timestamp.describe('When it was created.'),
  })
  .meta({ id: 'Channel' })
export type Channel = z.infer<typeof Channel>

export const ChannelList = z
  .object({ channels: z.array(Channel).describe(`Oldest first, at most ${MAX_CHANNELS}.`) })
  .meta({ id: 'ChannelList' })

export const ChannelTest = z
  .object({
    ok: z.boolean().describe('Whether the product accepts the credentials.'),
    problem: z.string().nullable().describe('What it says is wrong; null: nothing.'),
  })
  .meta({ id: 'ChannelTest' })
export type ChannelTest = z.infer<typeof ChannelTest>

export const ChannelPlaces = z
  .object({
    places: z
      .array(
        z.object({
          place: z.string().describe('As in `places` of the channel.'),
          name: z.string().describe('Its name in the product.'),
          is_member: z.boolean().describe('Whether the app was invited there.'),
          is_private: z.boolean().describe('Whether only those invited see it.'),
        }),
      )
      .describe('By name.'),
  })
  .meta({ id: 'ChannelPlaces' })
export type ChannelPlaces = z.infer<typeof ChannelPlaces>
