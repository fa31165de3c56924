import { z } from 'zod'
import { Id } from '../../id.ts'
import {
  MAX_EXPECTED_PAGES,
  MAX_GENERATED_QUESTIONS,
  MAX_NAME_CHARACTERS,
  MAX_PHRASE_CHARACTERS,
  MAX_PHRASES,
  MAX_SET_FILE_CHARACTERS,
  MAX_SET_QUESTIONS,
} from '../../limits.ts'
import { HttpUrl, limitedText, nonBlankText, Query } from '../../text.ts'
import { Timestamp } from '../../timestamp.ts'
import { nextCursor } from '../listing.ts'

const SetName = nonBlankText(MAX_NAME_CHARACTERS).describe('Unique in its knowledge base.')

export const Expectation = z
  .enum(['answer', 'refuse'])
  .meta({ id: 'Expectation', description: 'refuse: the documents must not be said to cover it.' })
export type Expectation = z.infer<typeof Expectation>

const expected = {
  expected_pages: z
    .array(HttpUrl)
    .max(MAX_EXPECTED_PAGES)
    .describe('Addresses of the pages that answer it. An anchor is ignored.'),
  must_say: z
    .array(nonBlankText(MAX_PHRASE_CHARACTERS))
    .max(MAX_PHRASES)
    .describe('Phrases that the answer must contain, whatever their case and spacing.'),
}

const fromMessageId = Id.nullable().describe(
  'The stored answer it was taken from; deleted together with it. null: none.',
)

export const SetQuestion = z
  .object({ question: Query, expect: Expectation, ...expected, from_message_id: fromMessageId })
  .meta({ id: 'SetQuestion' })
export type SetQuestion = z.infer<typeof SetQuestion>

export const SetQuestionBody = z
  .strictObject({
    question: Query,
    expect: Expectation.default('answer'),
    expected_pages: expected.expected_pages.default([]),
    must_say: expected.must_say.default([]),
    from_message_id: fromMessageId.default(null),
  })
  .refine(
    ({ expect, expected_pages: pages, must_say: phrases }) =>
      expect === 'answer' || pages.length + phrases.length === 0,
    'a question that must be refused has neither pages nor phrases',
  )
  .meta({ id: 'SetQuestionBody' })
export type SetQuestionBody = z.infer<typeof SetQuestionBody>

const SetQuestionBodies = z
  .array(SetQuestionBody)
  .max(MAX_SET_QUESTIONS)
  .describe('In this order. No question twice.')

const fields = {
  id: Id.describe('The question set.'),
  name: SetName,
  questions: z.int().describe('How many it has.'),
  created_at: Timestamp.describe('When it was created.'),
  updated_at: Timestamp.describe('When its questions or its name last changed.'),
}

export const QuestionSet = z.object(fields).meta({ id: 'QuestionSet' })
export type QuestionSet = z.infer<typeof QuestionSet>

export const QuestionSetWithItems = z
  .object({ ...fields, items: z.array(SetQuestion).describe('Its questions, in order.') })
  .meta({ id: 'QuestionSetWithItems' })
export type QuestionSetWithItems = z.infer<typeof QuestionSetWithItems>

export const QuestionSetList = z
  .object({
    question_sets: z.array(QuestionSet).describe('In the order in which they were created.'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'QuestionSetList' })
export type QuestionSetList = z.infer<typeof QuestionSetList>

export const QuestionSetBody = z
  .strictObject({ name: SetName, items: SetQuestionBodies.default([]) })
  .meta({ id: 'QuestionSetBody' })
export type QuestionSetBody = z.infer<typeof QuestionSetBody>

export const QuestionSetPatch = z
  .strictObject({
    name: SetName.optional(),
    items: SetQuestionBodies.optional().describe('Replace all questions.'),
  })
  .refine((body) => Object.keys(body).length > 0, 'must have at least one field')
  .meta({ id: 'QuestionSetPatch' })
export type QuestionSetPatch = z.infer<typeof QuestionSetPatch>

export const NewQuestionsBody = z
  .strictObject({
    items: SetQuestionBodies.optional(),
    csv: limitedText(MAX_SET_FILE_CHARACTERS)
      .optional()
      .describe(
        'A CSV file with the columns question, expect, expected_pages and must_say, of which only the first is needed. Several pages or phrases in a cell are on lines of their own.',
      ),
    message_ids: z
      .array(Id)
      .max(MAX_SET_QUESTIONS)
      .optional()
      .describe(
        "Readers' questions. One that was not covered must be refused; another expects the pages that its answer cited, or any answer if that was rated down.",
      ),
    generate: z
      .int()
      .min(1)
      .max(MAX_GENERATED_QUESTIONS)
      .optional()
      .describe(
        'Write at most so many from the titles of public pages, by rule. Each expects its page.',
      ),
  })
  .refine((body) => Object.keys(body).length === 1, 'must have exactly one field')
  .meta({ id: 'NewQuestionsBody' })
export type NewQuestionsBody = z.infer<typeof NewQuestionsBody>
