import { z } from 'zod'
import { Citation } from '../citation.ts'
import { cappedCountInQuery } from '../counts.ts'
import { Vote } from '../feedback.ts'
import { FormDeflectOutcomeBody } from '../form-deflect.ts'
import { Id } from '../id.ts'
import { DEFAULT_MESSAGES_LIMIT, MAX_MESSAGES_LIMIT } from '../limits.ts'
import { Timestamp } from '../timestamp.ts'

const fields = {
  id: Id,
  thread_id: Id,
  widget_id: Id.nullable(),
  asker: z
    .string()
    .nullable()
    .describe('As the client named them: their id, or else their e-mail.'),
  source: z.string().describe('How the question came, such as `api` or `widget`.'),
  question: z.string(),
  answer: z.string(),
  citations: z.array(Citation),
  covered: z.boolean().describe('false: the knowledge base did not cover the question.'),
  vote: Vote.nullable().describe('null: not rated.'),
  comment: z.string().nullable().describe('What the reader wrote with the rating.'),
  page_url: z.string().nullable().describe('The page that showed the form; null: no form.'),
  form_outcome: FormDeflectOutcomeBody.shape.outcome
    .nullable()
    .describe('What became of the form; null: not told, or no form.'),
  created_at: Timestamp,
}

export const Message = z.object(fields).meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

export const TraceCandidate = z
  .object({
    chunk_id: z.string(),
    relevance: z.number(),
    vector_score: z.number(),
    text_score: z.number(),
    rrf_score: z.number(),
    rerank_score: z.number(),
    outcome: z
      .enum(['used', 'not_relevant', 'beyond_top_k', 'beyond_prompt', 'not_covered'])
      .describe('Whether the writer had it, and if not, why.'),
  })
  .meta({ id: 'TraceCandidate' })
export type TraceCandidate = z.infer<typeof TraceCandidate>

export const Trace = z
  .object({
    request_id: z.string(),
    search: z
      .object({
        text: z.string().describe('What was searched for.'),
        rewritten_by: z.enum(['none', 'rule', 'model']),
        top_k: z.int(),
        group_ids: z.array(z.string()).nullable().describe('null: every group.'),
      })
      .describe('The question as it was searched.'),
    candidates: z.array(TraceCandidate).describe('Best first.'),
    coverage: z.number().describe('How well the passages cover the question.'),
    prompt: z.object({
      earlier_message_ids: z.array(z.string()),
      chunk_ids: z.array(z.string()),
      voice: z.boolean().describe("Whether a widget's voice was asked for."),
    }),
    model: z.string().describe('`extract`: no model; sentences were quoted.'),
    declined_by: z
      .enum(['gate', 'writer'])
      .nullable()
      .describe('Who found that the question is not covered; null: it was answered.'),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    dropped_citations: z.array(z.object({ index: z.int(), reason: z.string() })),
    timings_ms: z.record(z.string(), z.number()).describe('Since the question was let in.'),
  })
  .meta({ id: 'Trace', description: 'How an answer came about.' })
export type Trace = z.infer<typeof Trace>

export const TracedMessage = z.object({ ...fields, trace: Trace }).meta({ id: 'TracedMessage' })
export type TracedMessage = z.infer<typeof TracedMessage>

export const MessagesQuery = z.object({
  limit: cappedCountInQuery(DEFAULT_MESSAGES_LIMIT, MAX_MESSAGES_LIMIT),
  before: Id.optional().describe('Only messages older than this one.'),
  covered: z.enum(['true', 'false']).optional().describe('false: only questions not covered.'),
  gap: z
    .enum(['true'])
    .optional()
    .describe('Only knowledge gaps: questions not covered, and answers rated down.'),
})
export type MessagesQuery = z.infer<typeof MessagesQuery>

export const MessageList = z
  .object({ messages: z.array(Message).describe('Newest first.') })
  .meta({ id: 'MessageList' })
export type MessageList = z.infer<typeof MessageList>

export const Replay = z
  .object({
    chunk_ids: z.array(z.string()).describe('The passages that the same search finds now.'),
    same: z.boolean().describe('Whether these are the passages that it found then.'),
  })
  .meta({ id: 'Replay' })
export type Replay = z.infer<typeof Replay>
