import { z } from 'zod'

const limited = (most: number) => z.string().min(1).max(most)
const Button = z.strictObject({
  type: z.literal(2),
  style: z.int().min(1).max(5),
  label: limited(80),
  emoji: z.strictObject({ name: z.string() }).optional(),
  custom_id: limited(100),
})
const MAX_IN_EMBEDS = 6_000

/** A message as Discord takes it, with its limits. */
export const Content = z
  .strictObject({
    content: z.string().max(2_000).optional(),
    embeds: z
      .array(z.strictObject({ title: limited(256).optional(), description: limited(4_096) }))
      .max(10)
      .optional(),
    components: z
      .array(z.strictObject({ type: z.literal(1), components: z.array(Button).min(1).max(5) }))
      .max(5)
      .optional(),
    allowed_mentions: z.strictObject({ parse: z.array(z.string()) }).optional(),
    flags: z.int().optional(),
  })
  .refine(({ content = '', embeds = [] }) => content !== '' || embeds.length > 0, 'is empty')
  .refine(
    ({ embeds = [] }) =>
      embeds.reduce(
        (sum, { title = '', description }) => sum + title.length + description.length,
        0,
      ) <= MAX_IN_EMBEDS,
    'embeds exceed the maximum size of 6000',
  )
export type Content = z.infer<typeof Content>

/** A slash command, as an application registers it. */
export const Command = z.strictObject({
  type: z.literal(1),
  name: z.string().regex(/^[-_\p{L}\p{N}]{1,32}$/u),
  description: limited(100),
  integration_types: z.array(z.int()),
  contexts: z.array(z.int()),
  options: z.array(
    z.strictObject({
      type: z.literal(3),
      name: z.string().regex(/^[-_\p{L}\p{N}]{1,32}$/u),
      description: limited(100),
      required: z.boolean(),
      max_length: z.int().min(1).max(6_000),
    }),
  ),
})
export type Command = z.infer<typeof Command>

export type DiscordMessage = {
  id: string
  channel: string
  /** The interaction that it answers. */
  interaction: string
  /** Whether it is the response itself, not one that follows. */
  isOriginal: boolean
  /** While people read that the app is thinking. */
  isDeferred: boolean
  content: Content
  edits: number
}

/** What people read of it. */
export const shownIn = ({ content: { content = '', embeds = [] } }: DiscordMessage): string =>
  [content, ...embeds.map(({ description }) => description)]
    .filter((text) => text !== '')
    .join('\n\n')
