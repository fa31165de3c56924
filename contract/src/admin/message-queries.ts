import { z } from 'zod'
import { cappedCountInQuery } from '../counts.ts'
import { Id } from '../id.ts'
import {
  DEFAULT_MESSAGES_LIMIT,
  MAX_MESSAGES_LIMIT,
  MAX_MESSAGE_TAGS,
  MAX_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_SNIPPET_CHARACTERS,
  MAX_TAG_CHARACTERS,
  MAX_USER_ID_CHARACTERS,
} from '../limits.ts'
import { FeedbackReason, FeedbackSource, Vote } from '../public/feedback.ts'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

const Tag = nonBlankText(MAX_TAG_CHARACTERS)

export const ReviewBody = z
  .strictObject({
    reviewed: z.boolean().optional().describe('true: marked as reviewed, now.'),
    tags: z
      .array(Tag)
      .max(MAX_MESSAGE_TAGS)
      .optional()
      .describe('Replaces all tags of the answer.'),
    note: limitedText(MAX_NOTE_CHARACTERS)
      .nullable()
      .optional()
      .describe('For other operators; null: none.'),
  })
  .refine((body) => Object.keys(body).length > 0, 'must have at least one field')
  .meta({ id: 'ReviewBody' })
export type ReviewBody = z.infer<typeof ReviewBody>

const yesOrNo = z.enum(['true', 'false']).optional()

const filters = {
  from: Timestamp.optional().describe('Only questions asked then or later.'),
  to: Timestamp.optional().describe('Only questions asked before.'),
  q: nonBlankText(MAX_SNIPPET_CHARACTERS)
    .optional()
    .describe('Words that the question has, all of them, in any form: `keys` finds `key`.'),
  covered: yesOrNo.describe('false: only questions not covered.'),
  gap: z
    .enum(['true'])
    .optional()
    .describe('Only knowledge gaps: questions not covered, and answers rated down.'),
  vote: Vote.optional().describe('Only answers rated so.'),
  reason: FeedbackReason.optional().describe('Only answers rated down for this reason.'),
  has_comment: z.enum(['true']).optional().describe('Only answers rated with a comment.'),
  source: z.enum(FeedbackSource.options).optional().describe('Only questions that came this way.'),
  widget_id: Id.optional().describe('Only what this saved widget asked.'),
  key_id: Id.optional().describe('Only what came with this client key or signed-in reader.'),
  document_id: Id.optional().describe('Only answers that cite this document.'),
  language: limitedText(MAX_TAG_CHARACTERS)
    .optional()
    .describe('Only questions in this language, such as `en`.'),
  model: limitedText(MAX_NAME_CHARACTERS).optional().describe('Only what this model wrote.'),
  page_url: HttpUrl.optional().describe(
    'Only what was asked on this page. A query or fragment is ignored.',
  ),
  asker: limitedText(MAX_USER_ID_CHARACTERS)
    .optional()
    .describe('Only what this asker asked. Refused for a viewer, who may not see askers.'),
  reviewed: yesOrNo.describe('Whether an operator marked it as reviewed.'),
  tag: Tag.optional().describe('Only answers with this tag.'),
}

export const MessagesExportQuery = z.object(filters)
export type MessagesExportQuery = z.infer<typeof MessagesExportQuery>

export const MessagesQuery = z.object({
  limit: cappedCountInQuery(DEFAULT_MESSAGES_LIMIT, MAX_MESSAGES_LIMIT).describe(
    `Answers wanted. Above ${MAX_MESSAGES_LIMIT} counts as ${MAX_MESSAGES_LIMIT}.`,
  ),
  before: Id.optional().describe('Only messages older than this one.'),
  ...filters,
})
export type MessagesQuery = z.infer<typeof MessagesQuery>
