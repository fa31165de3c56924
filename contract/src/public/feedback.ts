import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_COMMENT_CHARACTERS } from '../limits.ts'
import { limitedText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

export const Vote = z
  .enum(['up', 'down'])
  .meta({ id: 'Vote', description: 'Whether the answer helped the reader.' })
export type Vote = z.infer<typeof Vote>

const UP_RATINGS: ReadonlySet<unknown> = new Set(['up', 5, '5'])

export const Rating = z
  .literal(['up', 'down', 5, 1, '5', '1'])
  .transform((rating): Vote => (UP_RATINGS.has(rating) ? 'up' : 'down'))
export type Rating = z.infer<typeof Rating>

export const FeedbackReason = z
  .enum(['wrong', 'outdated', 'incomplete', 'not_my_question'])
  .meta({ id: 'FeedbackReason', description: 'Why an answer did not help.' })
export type FeedbackReason = z.infer<typeof FeedbackReason>

export const FeedbackBody = z
  .strictObject({
    message_id: Id.describe('The `message_id` of the answer rated.'),
    rating: Rating.describe('5 and 1 are older names of up and down.'),
    reason: FeedbackReason.optional().describe('Why it did not help. Only with `down`.'),
    comment: limitedText(MAX_COMMENT_CHARACTERS)
      .optional()
      .describe('What the reader wrote about the answer.'),
  })
  .refine(({ rating, reason }) => rating === 'down' || reason === undefined, {
    path: ['reason'],
    message: 'goes only with the rating down',
  })
  .meta({ id: 'FeedbackBody' })
export type FeedbackBody = z.infer<typeof FeedbackBody>

export const FeedbackSource = z
  .enum(['api', 'widget', 'websocket', 'mcp', 'form_deflect', 'bot'])
  .meta({ id: 'FeedbackSource', description: 'Where the rating came from.' })
export type FeedbackSource = z.infer<typeof FeedbackSource>

export const FeedbackRecord = z
  .object({
    id: z.string().describe('Id of the rating.'),
    workspace_id: z.string().describe('The workspace that the knowledge base belongs to.'),
    message_id: z.string().describe('The answer rated.'),
    vote: Vote,
    reason: FeedbackReason.nullable().describe('null: none was sent.'),
    comment: z.string().describe('Empty when none was sent.'),
    source: FeedbackSource,
    created_at: Timestamp.describe('When the answer was first rated.'),
    updated_at: Timestamp.describe('When the rating was last replaced.'),
  })
  .meta({ id: 'FeedbackRecord' })
export type FeedbackRecord = z.infer<typeof FeedbackRecord>
