import { z } from 'zod'
import { cappedCountInQuery } from '../../counts.ts'
import { Id } from '../../id.ts'
import { MAX_TITLE_CHARACTERS } from '../../limits.ts'
import { FeedbackReason, Vote } from '../../public/feedback.ts'
import { nonBlankText } from '../../text.ts'
import { Timestamp } from '../../timestamp.ts'

const DEFAULT_GAPS_LIMIT = 50
const MAX_GAPS_LIMIT = 200

export const GapState = z.enum(['open', 'resolved', 'ignored']).meta({ id: 'GapState' })
export type GapState = z.infer<typeof GapState>

export const GapsQuery = z.strictObject({
  state: GapState.default('open').describe('Only gaps in this state.'),
  min_questions: cappedCountInQuery(2, 1000).describe('Only gaps with at least as many questions.'),
  limit: cappedCountInQuery(DEFAULT_GAPS_LIMIT, MAX_GAPS_LIMIT).describe(
    `How many to return. Above ${MAX_GAPS_LIMIT} counts as ${MAX_GAPS_LIMIT}.`,
  ),
})
export type GapsQuery = z.infer<typeof GapsQuery>

const fields = {
  id: Id.describe('The gap.'),
  title: z.string().describe('Given by an operator, or else its most typical question.'),
  state: GapState.describe('A resolved gap is open again when somebody asks it.'),
  questions: z.int().describe('How many questions it has.'),
  askers: z.int().describe('How many readers asked them, where clients name readers.'),
  not_covered: z.int().describe('Questions that the documents did not cover.'),
  rated_down: z.int().describe('Questions whose answer was rated down.'),
  reasons: z
    .object({
      wrong: z.int().describe('The answer is wrong.'),
      outdated: z.int().describe('It is out of date.'),
      incomplete: z.int().describe('It is incomplete.'),
      not_my_question: z.int().describe('It answers another question.'),
    })
    .meta({ id: 'GapReasons' })
    .describe('For how many of these readers gave each reason.'),
  first_at: Timestamp.describe('When it was asked first.'),
  last_at: Timestamp.describe('When it was asked last.'),
  trend: z.array(z.int()).describe('Questions in each of the last eight weeks, the oldest first.'),
  covered_now: z.boolean().describe('Whether documents that were indexed since cover it.'),
  missing_words: z
    .array(z.string())
    .describe('What its question names and no page mentions: until one does, it is not covered.'),
  checked_at: Timestamp.nullable().describe('When that was last looked at; null: not yet.'),
  nearest_pages: z
    .array(
      z
        .object({
          document_id: Id.describe('The document.'),
          title: z.string().describe('Its title.'),
          url: z.string().describe('Its address.'),
        })
        .meta({ id: 'NearestPage' }),
    )
    .describe('Pages that come close, the nearest first; at most three.'),
}

export const Gap = z.object(fields).meta({ id: 'Gap' })
export type Gap = z.infer<typeof Gap>

export const GapList = z
  .object({ gaps: z.array(Gap).describe('Those with most questions first.') })
  .meta({ id: 'GapList' })
export type GapList = z.infer<typeof GapList>

export const GapQuestion = z
  .object({
    message_id: Id.describe('The stored answer.'),
    question: z.string().describe('As the reader typed it.'),
    covered: z.boolean().describe('false: the documents did not cover it.'),
    vote: Vote.nullable().describe('null: not rated.'),
    reason: FeedbackReason.nullable().describe('Why it was rated down; null: not said.'),
    comment: z.string().nullable().describe('What the reader wrote with the rating.'),
    created_at: Timestamp.describe('When it was asked.'),
  })
  .meta({ id: 'GapQuestion' })
export type GapQuestion = z.infer<typeof GapQuestion>

export const GapWithQuestions = z
  .object({
    ...fields,
    messages: z.array(GapQuestion).describe('Its questions, newest first; at most 100.'),
  })
  .meta({ id: 'GapWithQuestions' })
export type GapWithQuestions = z.infer<typeof GapWithQuestions>

export const GapBody = z
  .strictObject({
    title: nonBlankText(MAX_TITLE_CHARACTERS)
      .nullable()
      .optional()
      .describe('null: its most typical question.'),
    state: GapState.optional().describe('Where the gap stands from now on.'),
    merge_into: Id.optional().describe('Moves all questions to this gap, and deletes the other.'),
  })
  .refine((body) => Object.keys(body).length > 0, 'must have at least one field')
  .meta({ id: 'GapBody' })
export type GapBody = z.infer<typeof GapBody>
