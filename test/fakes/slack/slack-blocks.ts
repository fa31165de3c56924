import { z } from 'zod'
import { SlackRefusal } from './slack-refusal.ts'
import type { SlackBlock } from './slack-workspace.ts'

const MAX_MARKDOWN = 12_000

const limited = (most: number) => z.string().min(1).max(most)
const Button = z.strictObject({
  text: z.strictObject({
    type: z.literal('plain_text'),
    text: limited(75),
    emoji: z.boolean().optional(),
  }),
  value: limited(2_000),
  accessibility_label: limited(75).optional(),
})
export const FeedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  action_id: limited(255),
  positive_button: Button,
  negative_button: Button,
})
/** The kinds of blocks that an answer may need, with their limits. */
const Blocks = z
  .array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('markdown'), text: limited(MAX_MARKDOWN) }),
      z.strictObject({
        type: z.literal('context_actions'),
        elements: z.array(FeedbackButtons).min(1).max(5),
      }),
    ]),
  )
  .max(50)

export function readMarkdown(text: string): string {
  if (text.length > MAX_MARKDOWN) throw new SlackRefusal('msg_too_long')
  return text
}

export function readBlocks(json: string | undefined): SlackBlock[] {
  if (json === undefined) return []
  const blocks = Blocks.safeParse(parseJson(json))
  if (!blocks.success) throw new SlackRefusal('invalid_blocks')
  const markdown = blocks.data.flatMap((block) => (block.type === 'markdown' ? [block.text] : []))
  if (markdown.join('').length > MAX_MARKDOWN) throw new SlackRefusal('msg_too_long')
  return blocks.data
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new SlackRefusal('invalid_blocks_format')
  }
}
