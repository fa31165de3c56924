import { z } from 'zod'
import { filterFields } from '../labels.ts'
import { Citation } from '../public/citation.ts'
import { FeedbackReason, Vote } from '../public/feedback.ts'
import { FormDeflectOutcomeBody } from '../public/form-deflect.ts'
import { StreamFailureCode } from '../errors.ts'
import { Id } from '../id.ts'
import { Timestamp } from '../timestamp.ts'
import { Answerability } from './knowledge-bases.ts'

const fields = {
  id: Id.describe('The `message_id` that the reader was sent.'),
  thread_id: Id.describe('The conversation it belongs to.'),
  widget_id: Id.nullable().describe('The saved widget that asked; null: none.'),
  asker: z
    .string()
    .nullable()
    .describe(
      'As the client named them: their id, or else their email address. null for a viewer, who may not see it.',
    ),
  source: z.string().describe('How the question came, such as `api` or `widget`.'),
  question: z.string().describe('As the reader typed it.'),
  answer: z.string().describe('As shown to the reader, in markdown.'),
  citations: z.array(Citation).describe('What the answer cites; may be empty.'),
  covered: z.boolean().describe('false: the knowledge base did not cover the question.'),
  vote: Vote.nullable().describe('null: not rated.'),
  reason: FeedbackReason.nullable().describe('Why it was rated down; null: not said.'),
  comment: z.string().nullable().describe('What the reader wrote with the rating.'),
  page_url: z
    .string()
    .nullable()
    .describe('The page that it was asked on, without query and fragment. null: not sent.'),
  form_outcome: FormDeflectOutcomeBody.shape.outcome
    .nullable()
    .describe('What happened to the form; null: unknown, or no form.'),
  key_id: Id.nullable().describe('The client key it came with, or the reader who signed in.'),
  language: z
    .string()
    .nullable()
    .describe('The language of the question, such as `en`. null: not recorded.'),
  model: z
    .string()
    .nullable()
    .describe(
      'What wrote the answer. `extract`: no model; `small_talk`: a set reply; `verified`: the docs team.',
    ),
  first_delta_ms: z.int().nullable().describe('Until the first words. null: not recorded.'),
  total_ms: z.int().nullable().describe('Until the answer was complete. null: not recorded.'),
  input_tokens: z.int().nullable().describe('As counted by the provider; null: unknown.'),
  output_tokens: z.int().nullable().describe('As counted by the provider; null: unknown.'),
  cost: z
    .number()
    .nullable()
    .describe(
      'What its tokens cost at the prices of that time, in the currency of the workspace. null: no price was known, or the provider did not count.',
    ),
  reviewed_at: Timestamp.nullable().describe(
    'When an operator marked it as reviewed; null: not yet.',
  ),
  tags: z.array(z.string()).describe('Given by operators.'),
  note: z.string().nullable().describe('Written by an operator; readers never see it.'),
  created_at: Timestamp.describe('When it was answered.'),
}

export const Message = z.object(fields).meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

export const TraceCandidate = z
  .object({
    chunk_id: z.string().describe('The passage.'),
    document_id: z.string().describe('Its page.'),
    relevance: z
      .number()
      .describe(
        'Decided the order before reranking, and is compared with the relevance threshold.',
      ),
    vector_score: z.number().describe('Semantic similarity.'),
    text_score: z.number().describe('Keyword match strength.'),
    rrf_score: z.number().describe('Combined rank of both searches.'),
    rerank_score: z.number().describe('From the reranking model. 0 when no reranker ran.'),
    page_prior: z
      .number()
      .optional()
      .describe(
        'What it gained in the order for being on the page that the question was asked on, or in its section. Left out when nothing.',
      ),
    outcome: z
      .enum(['used', 'not_relevant', 'beyond_top_k', 'beyond_prompt', 'not_covered'])
      .describe('Whether the writer had it, and if not, why.'),
  })
  .meta({ id: 'TraceCandidate' })
export type TraceCandidate = z.infer<typeof TraceCandidate>

export const Trace = z
  .object({
    request_id: z.string().describe('The request that asked, as in the log.'),
    search: z
      .object({
        text: z.string().describe('What was searched for.'),
        typed: z
          .string()
          .optional()
          .describe('The same before words of it were mended. Left out when none were.'),
        searches: z
          .array(z.string())
          .optional()
          .describe('The searches, where the model split the question into several.'),
        rewritten_by: z
          .enum(['none', 'rule', 'model'])
          .describe(
            'What rewrote a follow-up or a question about the page so that it stands alone, or split a question. none: searched as typed.',
          ),
        top_k: z.int().describe('Passages asked for.'),
        group_ids: z.array(z.string()).nullable().describe('null: every group.'),
        ...filterFields,
        synonyms: z
          .array(
            z.object({
              words: z.string().describe('Words of the question.'),
              means: z.string().describe('What was searched for beside them.'),
            }),
          )
          .optional()
          .describe('By rules of editors. Left out when there are none.'),
        pinned_chunk_ids: z
          .array(z.string())
          .optional()
          .describe('Passages that came first by rules of editors. Left out when there are none.'),
      })
      .describe('The question as it was searched.'),
    candidates: z
      .array(TraceCandidate)
      .describe('Best first: 30 at most, and what the search returned beyond them.'),
    answerability: z
      .object({
        probability: z.number().describe('That the documents answer the question, 0 to 1.'),
        threshold: z.number().describe('Below it the question is not answered.'),
        setting: Answerability,
      })
      .optional()
      .describe('Left out for small talk.'),
    missing_words: z
      .array(z.string())
      .optional()
      .describe('Names in the question that no page mentions. Left out when there are none.'),
    prompt: z
      .object({
        earlier_message_ids: z
          .array(z.string())
          .describe('Turns of the conversation that the writer had.'),
        chunk_ids: z.array(z.string()).describe('Passages that the writer had, in order.'),
        voice: z.boolean().describe("Whether a widget's voice was asked for."),
        text: z
          .string()
          .nullable()
          .optional()
          .describe(
            'Word for word as the model had it; null: no model wrote. Only in the playground: it is not stored.',
          ),
      })
      .describe('What the model was given.'),
    model: z
      .string()
      .describe(
        '`extract`: no model; sections were quoted. `small_talk`: a set reply. `verified`: an answer of the docs team.',
      ),
    verified_answer: z
      .object({
        id: z.string().describe('The verified answer.'),
        question: z.string().describe('The wording of it that comes nearest.'),
        similarity: z.number().describe('Of the two questions in meaning, 0 to 1.'),
        given: z.boolean().describe('Whether the reader got it.'),
        reason: z
          .enum(['meaning', 'words'])
          .optional()
          .describe(
            'Why not: the questions differ in meaning, or `differing_words` are in one of them alone. Left out when it was given.',
          ),
        differing_words: z
          .array(z.string())
          .optional()
          .describe('Words of one of the questions that are not in the other.'),
      })
      .optional()
      .describe(
        'The verified answer whose question comes nearest, of those that the reader may see. Left out when there is none.',
      ),
    cost_capped: z
      .literal(true)
      .optional()
      .describe('No model was asked, because the daily cost cap was reached.'),
    fallback: z
      .enum(['model_failed', 'unsupported'])
      .optional()
      .describe(
        'Sections were quoted in place of what the model was to write: it failed before its first word, or no passage supports its text.',
      ),
    model_error: StreamFailureCode.optional().describe(
      'How the model failed when `fallback` is `model_failed`. Also in the list of failures.',
    ),
    declined_by: z
      .enum(['answerability', 'missing_words', 'writer', 'citations'])
      .nullable()
      .describe(
        'What found that the question is not covered; null: it was answered. `missing_words`: it names something that no page mentions. `citations`: a model wrote a text that no passage supports, and nothing could be quoted instead.',
      ),
    input_tokens: z.int().nullable().describe('As counted by the provider; null: unknown.'),
    output_tokens: z.int().nullable().describe('As counted by the provider; null: unknown.'),
    dropped_citations: z
      .array(
        z.object({
          index: z.int().describe('The number that the writer used.'),
          reason: z.string().describe('Why the passage does not support the sentence.'),
        }),
      )
      .describe('Markers removed from the answer.'),
    timings_ms: z
      .record(z.string(), z.number())
      .describe(
        'Since the question was admitted, by step: rewritten, retrieved, reranked, quoted, first_delta, written, settled (citations verified).',
      ),
  })
  .meta({ id: 'Trace', description: 'How an answer was produced.' })
export type Trace = z.infer<typeof Trace>

export const TracedMessage = z.object({ ...fields, trace: Trace }).meta({ id: 'TracedMessage' })
export type TracedMessage = z.infer<typeof TracedMessage>

export const MessageList = z
  .object({ messages: z.array(Message).describe('Newest first.') })
  .meta({ id: 'MessageList' })
export type MessageList = z.infer<typeof MessageList>

export const Thread = z
  .object({
    id: Id.describe('The conversation.'),
    asker: fields.asker,
    created_at: Timestamp.describe('When it began.'),
    messages: z.array(Message).describe('Oldest first.'),
  })
  .meta({ id: 'Thread' })
export type Thread = z.infer<typeof Thread>

export const Replay = z
  .object({
    chunk_ids: z.array(z.string()).describe('The passages that the same search finds now.'),
    same: z.boolean().describe('Whether these are the passages that it found then.'),
  })
  .meta({ id: 'Replay' })
export type Replay = z.infer<typeof Replay>
