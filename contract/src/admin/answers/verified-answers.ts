import { z } from 'zod'
import { Id } from '../../id.ts'
import {
  MAX_QUERY_CHARACTERS,
  MAX_VERIFIED_ANSWER_CHARACTERS,
  MAX_VERIFIED_ANSWERS,
  MAX_VERIFIED_SOURCES,
  MAX_VERIFIED_VARIANTS,
} from '../../limits.ts'
import { nonBlankText } from '../../text.ts'
import { Timestamp } from '../../timestamp.ts'

const fields = {
  question: nonBlankText(MAX_QUERY_CHARACTERS).describe('The question, as a reader would ask it.'),
  variants: z
    .array(nonBlankText(MAX_QUERY_CHARACTERS))
    .max(MAX_VERIFIED_VARIANTS)
    .describe(`Other wordings of the question, at most ${MAX_VERIFIED_VARIANTS}.`),
  answer: nonBlankText(MAX_VERIFIED_ANSWER_CHARACTERS).describe(
    'In Markdown, without images and HTML. `[n]` points at the n-th source.',
  ),
  source_document_ids: z
    .array(Id)
    .min(1)
    .max(MAX_VERIFIED_SOURCES)
    .refine((ids) => new Set(ids).size === ids.length, 'must not name a document twice')
    .describe(
      `The documents that it rests on, at least one and at most ${MAX_VERIFIED_SOURCES}, in the order of their numbers. Only readers who may see all of them are given the answer.`,
    ),
  expires_at: Timestamp.nullable().describe(
    'From then on the answer is no longer given; null: it does not expire.',
  ),
}

export const VerifiedAnswerBody = z
  .strictObject({
    ...fields,
    variants: fields.variants.default([]),
    expires_at: fields.expires_at.default(null),
  })
  .meta({ id: 'VerifiedAnswerBody' })
export type VerifiedAnswerBody = z.infer<typeof VerifiedAnswerBody>

export const VerifiedAnswerPatch = z
  .strictObject({
    question: fields.question.optional(),
    variants: fields.variants.optional(),
    answer: fields.answer.optional(),
    source_document_ids: fields.source_document_ids.optional(),
    expires_at: fields.expires_at.optional(),
  })
  .describe('The fields to change. Without any, the answer is verified as it is.')
  .meta({ id: 'VerifiedAnswerPatch' })
export type VerifiedAnswerPatch = z.infer<typeof VerifiedAnswerPatch>

export const VerifiedSource = z
  .object({
    document_id: Id.nullable().describe('null: the page is gone, and the answer is not given.'),
    title: z.string().describe('The title of the page; of one that is gone, its last.'),
    url: z.string().describe('The address of the page.'),
    state: z
      .enum(['unchanged', 'changed', 'restricted', 'gone'])
      .describe(
        'What has become of the page since the answer was verified. `restricted`: no reader may see it.',
      ),
  })
  .meta({ id: 'VerifiedSource' })
export type VerifiedSource = z.infer<typeof VerifiedSource>

export const VerifiedAnswer = z
  .object({
    id: Id.describe('Names the verified answer in the admin API.'),
    question: z.string().describe('The question.'),
    variants: z.array(z.string()).describe('Other wordings of it.'),
    answer: z.string().describe('In Markdown, word for word as readers are given it.'),
    sources: z.array(VerifiedSource).describe('What it rests on, in the order of their numbers.'),
    state: z
      .enum(['given', 'needs_review', 'not_given', 'expired'])
      .describe(
        '`given`: readers get it. `needs_review`: they get it, and a page that it rests on has changed. `not_given`: a page is gone or restricted. `expired`: its time is over.',
      ),
    verified_at: Timestamp.describe('When it was last saved or confirmed.'),
    expires_at: Timestamp.nullable().describe('null: it does not expire.'),
    created_at: Timestamp.describe('When it was first saved.'),
  })
  .meta({ id: 'VerifiedAnswer' })
export type VerifiedAnswer = z.infer<typeof VerifiedAnswer>

export const VerifiedAnswerList = z
  .object({
    verified_answers: z
      .array(VerifiedAnswer)
      .describe(`Newest first, at most ${MAX_VERIFIED_ANSWERS}.`),
  })
  .meta({ id: 'VerifiedAnswerList' })
