import { z } from 'zod'
import { cappedCountInQuery } from '../../counts.ts'
import { Id } from '../../id.ts'
import { DEFAULT_MESSAGES_LIMIT, MAX_CURSOR_CHARACTERS, MAX_MESSAGES_LIMIT } from '../../limits.ts'
import { StreamFailureCode } from '../../public/stream-failures.ts'
import { limitedText } from '../../text.ts'
import { Timestamp } from '../../timestamp.ts'
import { nextCursor } from '../listing.ts'

export const FailuresQuery = z.strictObject({
  limit: cappedCountInQuery(DEFAULT_MESSAGES_LIMIT, MAX_MESSAGES_LIMIT).describe(
    `How many to return. Above ${MAX_MESSAGES_LIMIT} counts as ${MAX_MESSAGES_LIMIT}.`,
  ),
  cursor: limitedText(MAX_CURSOR_CHARACTERS)
    .optional()
    .describe('The `next_cursor` of the previous page.'),
  error_code: z.enum(StreamFailureCode.options).optional().describe('Only these.'),
})
export type FailuresQuery = z.infer<typeof FailuresQuery>

export const Failure = z
  .object({
    id: Id.describe('Ordered by time.'),
    at: Timestamp.describe('When the reader was told.'),
    request_id: z.string().describe('As in the `X-Request-Id` of the reply, and in the log.'),
    error_code: StreamFailureCode,
    source: z.string().describe('How the question came, such as `api` or `widget`.'),
    widget_id: Id.nullable().describe('The saved widget that asked; null: none.'),
    key_id: Id.nullable().describe('The client key it came with, or the reader who signed in.'),
    model: z.string().nullable().describe('What was to write the answer; null: not known yet.'),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>

export const FailureList = z
  .object({
    failures: z.array(Failure).describe('Newest first.'),
    next_cursor: nextCursor,
    counts: z
      .array(z.object({ error_code: StreamFailureCode, failed: z.int().describe('How many.') }))
      .describe('All that are kept, by code.'),
  })
  .meta({ id: 'FailureList' })
export type FailureList = z.infer<typeof FailureList>
