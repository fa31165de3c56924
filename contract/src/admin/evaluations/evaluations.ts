import { z } from 'zod'
import { cappedCount, cappedCountInQuery } from '../../counts.ts'
import { Id } from '../../id.ts'
import {
  DEFAULT_MESSAGES_LIMIT,
  DEFAULT_TOP_K,
  MAX_CURSOR_CHARACTERS,
  MAX_MESSAGES_LIMIT,
  MAX_NAME_CHARACTERS,
  MAX_TOP_K,
} from '../../limits.ts'
import { StreamFailureCode } from '../../public/stream-failures.ts'
import { limitedText } from '../../text.ts'
import { Timestamp } from '../../timestamp.ts'
import { ModelName } from '../answer-model.ts'
import { nextCursor } from '../listing.ts'
import { SetQuestion } from './question-sets.ts'

const Share = z.number().nullable()

export const EvaluationMetrics = z
  .object({
    passed: Share.describe('The share of questions whose answer is as expected.'),
    recall: Share.describe(
      'The share of expected pages that are among the first ten found, averaged over questions.',
    ),
    citation_precision: Share.describe(
      'The share of cited pages that are expected, averaged over questions.',
    ),
    abstention: Share.describe('The share of questions that must be refused and were.'),
    false_abstention: Share.describe(
      'The share of questions that must be answered and were refused.',
    ),
    said: Share.describe('The share of answers with expected phrases that say them all.'),
    failed: z.int().describe('Questions that ended with an error. Only `passed` counts them.'),
    p95_ms: z.number().nullable().describe('95 % of the answers took at most so long.'),
    input_tokens: z
      .int()
      .nullable()
      .describe('The sum over all answers; null: no model counted them.'),
    output_tokens: z
      .int()
      .nullable()
      .describe('The sum over all answers; null: no model counted them.'),
  })
  .meta({ id: 'EvaluationMetrics', description: 'A share is null when no question is about it.' })
export type EvaluationMetrics = z.infer<typeof EvaluationMetrics>

export const EvaluationState = z
  .enum(['queued', 'running', 'completed', 'failed'])
  .meta({ id: 'EvaluationState' })
export type EvaluationState = z.infer<typeof EvaluationState>

const model = ModelName.nullable().describe(
  "`extract`: sentences are quoted. Another name: that model of the knowledge base's own provider. null: the model that readers get.",
)

const fields = {
  id: Id.describe('The evaluation.'),
  set_id: Id.describe('Its question set.'),
  set_name: z.string().describe('What the set is called now.'),
  label: z.string().describe('What was to be tried, in the words of the person who started it.'),
  model,
  top_k: z.int().describe('Passages to retrieve for each question.'),
  state: EvaluationState.describe('completed: every question was asked.'),
  reason: z.string().nullable().describe('Why it failed; null: it did not.'),
  sync_id: Id.nullable().describe(
    'The held sync that waits for it: asked as if its pages were deleted. null: none.',
  ),
  total: z.int().describe('How many questions it has.'),
  done: z.int().describe('How many of them have been asked.'),
  metrics: EvaluationMetrics.nullable().describe('null until it is completed.'),
  created_at: Timestamp.describe('When it was started.'),
  ended_at: Timestamp.nullable().describe('null while it waits or runs.'),
}

export const Evaluation = z.object(fields).meta({ id: 'Evaluation' })
export type Evaluation = z.infer<typeof Evaluation>

export const EvaluationItem = z
  .object({
    ...SetQuestion.shape,
    outcome: z
      .enum(['waiting', 'answered', 'refused', 'failed'])
      .describe('refused: the reader is told that the documents do not cover it.'),
    passed: z
      .boolean()
      .nullable()
      .describe('Whether the answer is as expected; null: not asked yet.'),
    answer: z.string().nullable().describe('What a reader would be told.'),
    citations: z
      .array(
        z
          .object({
            document_id: Id.describe('The document.'),
            title: z.string().describe('Its title.'),
            url: z.string().describe('Its address, with the anchor of the passage.'),
          })
          .meta({ id: 'CitedPage' }),
      )
      .describe('The pages that the answer cites.'),
    missing_pages: z
      .array(z.string())
      .describe('Expected addresses that no page of the knowledge base has.'),
    recall: Share.describe('The share of expected pages that are among the first ten found.'),
    citation_precision: Share.describe('The share of cited pages that are expected.'),
    said: z.boolean().nullable().describe('Whether it says every phrase; null: none is expected.'),
    ms: z.int().nullable().describe('How long the answer took.'),
    input_tokens: z.int().nullable().describe('As counted by the provider; null: unknown.'),
    output_tokens: z.int().nullable().describe('As counted by the provider; null: unknown.'),
    error_code: StreamFailureCode.nullable().describe('Why there is no answer; null: there is.'),
  })
  .meta({ id: 'EvaluationItem' })
export type EvaluationItem = z.infer<typeof EvaluationItem>

export const EvaluationWithItems = z
  .object({ ...fields, items: z.array(EvaluationItem).describe('In the order of the set.') })
  .meta({ id: 'EvaluationWithItems' })
export type EvaluationWithItems = z.infer<typeof EvaluationWithItems>

export const EvaluationList = z
  .object({ evaluations: z.array(Evaluation).describe('Newest first.'), next_cursor: nextCursor })
  .meta({ id: 'EvaluationList' })
export type EvaluationList = z.infer<typeof EvaluationList>

export const EvaluationsQuery = z.strictObject({
  set_id: Id.optional().describe('Only evaluations of this set.'),
  limit: cappedCountInQuery(DEFAULT_MESSAGES_LIMIT, MAX_MESSAGES_LIMIT).describe(
    `How many to return. Above ${MAX_MESSAGES_LIMIT} counts as ${MAX_MESSAGES_LIMIT}.`,
  ),
  cursor: limitedText(MAX_CURSOR_CHARACTERS)
    .optional()
    .describe('The `next_cursor` of the previous page.'),
})
export type EvaluationsQuery = z.infer<typeof EvaluationsQuery>

export const EvaluationBody = z
  .strictObject({
    set_id: Id.describe('The question set to ask.'),
    label: limitedText(MAX_NAME_CHARACTERS).default('').describe('What is to be tried.'),
    model: model.default(null),
    top_k: cappedCount(DEFAULT_TOP_K, MAX_TOP_K).describe(
      `Passages to retrieve. Above ${MAX_TOP_K} counts as ${MAX_TOP_K}.`,
    ),
  })
  .meta({ id: 'EvaluationBody' })
export type EvaluationBody = z.infer<typeof EvaluationBody>

export const ComparisonQuery = z.strictObject({
  before: Id.describe('The evaluation to compare with.'),
  after: Id.describe('The evaluation to look at.'),
})
export type ComparisonQuery = z.infer<typeof ComparisonQuery>

export const ItemChange = z
  .enum(['fixed', 'broken', 'same', 'added', 'removed'])
  .meta({ id: 'ItemChange', description: 'added, removed: only one of both has the question.' })
export type ItemChange = z.infer<typeof ItemChange>

export const Comparison = z
  .object({
    before: Evaluation.describe('The evaluation to compare with.'),
    after: Evaluation.describe('The evaluation to look at.'),
    counts: z
      .object({
        broken: z.int().describe('Only the earlier answer was as expected.'),
        fixed: z.int().describe('Only the later answer is as expected.'),
        same: z.int().describe('Both are as expected, or neither.'),
        added: z.int().describe('Asked in the later evaluation alone.'),
        removed: z.int().describe('Asked in the earlier evaluation alone.'),
      })
      .describe('How many questions there are of each kind.'),
    items: z
      .array(
        z
          .object({
            question: z.string().describe('The same in both.'),
            change: ItemChange,
            before: EvaluationItem.nullable().describe('null: it was not asked then.'),
            after: EvaluationItem.nullable().describe('null: it is no longer asked.'),
          })
          .meta({ id: 'ComparedItem' }),
      )
      .describe('Broken ones first, then fixed ones, then the others.'),
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.infer<typeof Comparison>
