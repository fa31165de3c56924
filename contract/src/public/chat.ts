import { z } from 'zod'
import { answerIdFields } from './answer-ids.ts'
import { Asker, GroupIds, WidgetId } from './asker.ts'
import { attributionFields } from './attribution.ts'
import { Citation } from './citation.ts'
import { quotedFields } from './quoted.ts'
import { verifiedFields } from './verified.ts'
import { wordFields } from './words.ts'
import { cappedCount } from '../counts.ts'
import { StreamErrorCode, StreamFailureCode } from '../errors.ts'
import { Id } from '../id.ts'
import { filterFields, filterInputs } from '../labels.ts'
import { DEFAULT_TOP_K, MAX_SELECTION_CHARACTERS, MAX_TOP_K } from '../limits.ts'
import { HttpUrl, limitedText, Query } from '../text.ts'

export const ChatBody = z
  .strictObject({
    query: Query,
    // Ignored rather than refused: the contract starts a new conversation for an invalid id.
    thread_id: Id.optional()
      .catch(undefined)
      .describe('Continues that conversation. Ignored if it is not a valid id.'),
    top_k: cappedCount(DEFAULT_TOP_K, MAX_TOP_K).describe(
      `Passages to retrieve. Above ${MAX_TOP_K} counts as ${MAX_TOP_K}.`,
    ),
    group_ids: GroupIds.optional(),
    user: Asker.optional(),
    ...filterInputs,
    widget_id: WidgetId.optional(),
    page_url: HttpUrl.optional().describe(
      'The page that the reader is on. If it is indexed and the reader may see it, "this page" means it, it is preferred a little, and its version is the default. Only its origin and path are stored.',
    ),
    selection: limitedText(MAX_SELECTION_CHARACTERS)
      .optional()
      .describe('Text that the reader selected and asks about. It is not stored.'),
  })
  .meta({ id: 'ChatBody' })
export type ChatBody = z.infer<typeof ChatBody>

export const FirstFrame = z
  .object({
    citations: z.array(Citation).describe('The pages the answer may cite, most relevant first.'),
    done: z.literal(false).describe('More frames follow.'),
  })
  .meta({ id: 'FirstFrame', description: 'The pages found. Left out when nothing is relevant.' })
export type FirstFrame = z.infer<typeof FirstFrame>

export const DeltaFrame = z
  .object({
    delta: z.string().describe('Append to the text so far.'),
    done: z.literal(false).describe('More frames follow.'),
  })
  .meta({ id: 'DeltaFrame', description: 'The next piece of the answer.' })
export type DeltaFrame = z.infer<typeof DeltaFrame>

export const LastFrame = z
  .object({
    done: z.literal(true).describe('No frame follows.'),
    ...answerIdFields,
    citations: z
      .array(Citation)
      .describe('What the answer cites; may be empty. Replaces the first list.'),
    answer: z
      .string()
      .optional()
      .describe(
        'The final text, only when it is not what was streamed: the `[n]` markers were renumbered, or no passage supports what a model wrote.',
      ),
    covered: z
      .boolean()
      .describe('false: the knowledge base does not cover the question, and the text says so.'),
    ...quotedFields,
    ...verifiedFields,
    ...wordFields,
    ...filterFields,
    ...attributionFields,
  })
  .meta({ id: 'LastFrame', description: 'The answer is complete.' })
export type LastFrame = z.infer<typeof LastFrame>

export const ErrorFrame = z
  .object({
    error: z.string().describe('A message to show the reader.'),
    error_code: StreamFailureCode,
    code: StreamErrorCode,
    retryable: z.boolean().describe('Whether asking again may succeed.'),
    request_id: z.string().describe('Quote it when reporting the failure.'),
  })
  .meta({ id: 'ErrorFrame', description: 'The answer failed. Ends the stream.' })
export type ErrorFrame = z.infer<typeof ErrorFrame>

export const ChatFrame = z
  .union([FirstFrame, DeltaFrame, LastFrame, ErrorFrame])
  .meta({ id: 'ChatFrame' })
export type ChatFrame = z.infer<typeof ChatFrame>
