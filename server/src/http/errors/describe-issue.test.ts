import { SOURCE_TYPES } from '@footnote/contract/admin/source-settings'
import { ChatBody } from '@footnote/contract/public/chat'
import { FeedbackBody } from '@footnote/contract/public/feedback'
import { FormDeflectBody, FormDeflectOutcomeBody } from '@footnote/contract/public/form-deflect'
import { RelatedBody } from '@footnote/contract/public/related'
import type { Route } from '@footnote/contract/route'
import { servedRoutes } from '@footnote/contract/routes'
import { SearchBody } from '@footnote/contract/public/search'
import { KeyBody } from '@footnote/contract/admin/keys'
import { KnowledgeBasePatch } from '@footnote/contract/admin/knowledge-bases'
import { SourceBody } from '@footnote/contract/admin/sources'
import { WorkspaceBody } from '@footnote/contract/admin/workspaces'
import { DocumentBody, DocumentListQuery } from '@footnote/contract/admin/documents'
import { ExplainBody } from '@footnote/contract/admin/inspection'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { Refusal } from '../../platform/refusal.ts'
import { readInput } from '../read-input.ts'

function findRefusal(schema: z.ZodType, input: unknown): Refusal | undefined {
  try {
    readInput(schema, input)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const query = 'quay'
const url = 'https://docs.example.com/a'
const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'

const TABLE: readonly (readonly [z.ZodType, unknown, string])[] = [
  [ChatBody, {}, 'Your question is missing.'],
  [ChatBody, undefined, 'The request is missing.'],
  [ChatBody, [], 'The request must be a JSON object.'],
  [ChatBody, { query: '  ' }, 'Your question must not be blank.'],
  [ChatBody, { query: 5 }, 'Your question must be text.'],
  [
    ChatBody,
    { query: 'q'.repeat(4_001) },
    'Your question is 4,001 characters long; at most 4,000 are allowed.',
  ],
  [
    SearchBody,
    { query: '🙂'.repeat(9_000) },
    'Your question is 9,000 characters long; at most 4,000 are allowed.',
  ],
  [RelatedBody, { query: 'a\0b' }, 'Your question must not contain the NUL character.'],
  [ChatBody, { query, top_k: 0 }, 'The field top_k must be at least 1.'],
  [ChatBody, { query, top_k: 1.5 }, 'The field top_k must be a whole number.'],
  [ChatBody, { query, top_k: '3' }, 'The field top_k must be a number.'],
  [ChatBody, { query, group_ids: 'a' }, 'The field group_ids must be a list.'],
  [ChatBody, { query, group_ids: ['a', 5] }, 'The field group_ids.1 must be text.'],
  [
    ChatBody,
    { query, group_ids: Array.from({ length: 1_001 }, () => 'a') },
    'The field group_ids has 1,001 entries; at most 1,000 are allowed.',
  ],
  [ChatBody, { query, user: 'me' }, 'The field user must be a JSON object.'],
  [ChatBody, { query, user: { name: 'a' } }, 'The field user.name is not a field of this request.'],
  [ChatBody, { query, widget_id: 'x' }, 'The field widget_id is not a valid id.'],
  [ChatBody, { query, colour: 1 }, 'The field colour is not a field of this request.'],
  [SearchBody, { limit: 0, colour: 1 }, 'Your question is missing. 2 more fields are not valid.'],
  [FeedbackBody, { message_id: 'x', rating: 'up' }, 'The field message_id is not a valid id.'],
  [
    FeedbackBody,
    { message_id: ID, rating: 'good' },
    'The field rating must be one of up, down, 5, or 1.',
  ],
  [FeedbackBody, { message_id: ID }, 'The field rating is missing.'],
  [
    FeedbackBody,
    { message_id: ID, rating: 'up', comment: 'c'.repeat(2_001) },
    'Your comment is 2,001 characters long; at most 2,000 are allowed.',
  ],
  [FormDeflectBody, {}, 'Your message is missing.'],
  [
    FormDeflectBody,
    { description: 'a', page_url: 'a' },
    'The field page_url must be an http or https URL without credentials.',
  ],
  [
    FormDeflectOutcomeBody,
    { outcome: 'yes' },
    'The field outcome must be one of deflected or submitted.',
  ],
  [WorkspaceBody, { name: '' }, 'The field name must not be blank.'],
  [
    WorkspaceBody,
    { name: 'a', thread_retention_days: 0 },
    'The field thread_retention_days must be at least 1.',
  ],
  [
    WorkspaceBody,
    { name: 'a', monthly_question_allowance: 2_000_000_000 },
    'The field monthly_question_allowance must be at most 1,000,000,000.',
  ],
  [
    WorkspaceBody,
    { name: 'a', monthly_question_allowance: 1.5 },
    'The field monthly_question_allowance must be a whole number.',
  ],
  [KeyBody, { name: 'a' }, 'The field kind is missing.'],
  [
    KeyBody,
    { name: 'a', kind: 'public', captcha: 'yes' },
    'The field captcha must be true or false.',
  ],
  [KnowledgeBasePatch, {}, 'The request must have at least one field.'],
  [SourceBody, { name: 'a', settings: {} }, 'The field settings.type is missing.'],
  [
    SourceBody,
    { name: 'a', settings: { type: 'ftp' } },
    `The field settings.type must be one of ${SOURCE_TYPES.slice(0, -1).join(', ')}, or ${SOURCE_TYPES.at(-1)}.`,
  ],
  [SourceBody, { name: 'a', settings: { type: 'website' } }, 'The field settings.url is missing.'],
  [
    DocumentBody,
    { url, content: 'a', content_type: 'text/rtf' },
    'The field content_type must be one of text/markdown, text/mdx, text/asciidoc, application/x-ipynb+json, text/html, text/plain, or text/csv.',
  ],
  [DocumentListQuery, { limit: 'many' }, 'The field limit must be a number.'],
  [ExplainBody, { query }, 'The request must name the page by url or by document_id.'],
]

const sentences = TABLE.map(([schema, input, sentence]) => [sentence, schema, input] as const)

test.each(sentences)('%s', (sentence, schema, input) => {
  expect(findRefusal(schema, input)?.message).toBe(sentence)
})

const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  'quay',
  'a\0b',
  'q'.repeat(30_000),
  [],
  [5],
  Array.from({ length: 1_001 }, () => null),
  {},
  { type: 'quay' },
  { type: 'git', include: 5 },
  { colour: 1 },
]

const getSchemas = ({ body, query: inQuery, params }: Route) =>
  [body, inQuery, params].filter((schema) => schema !== undefined)

const operations = servedRoutes
  .filter((route) => getSchemas(route).length > 0)
  .map((route) => [route.operationId, route] as const)

/** Words that zod uses for its faults and we do not. */
const ZODS_WORDS = /invalid|expected|received|too (big|small)|unrecognized|[<>]=?/i

test.each(operations)('what is wrong with %s is told in our own words', (_, route) => {
  const refusals = getSchemas(route).flatMap((schema) => {
    const fields = Object.keys(schema.shape)
    const inputs = fields.flatMap((field) => WRONG.map((value) => ({ [field]: value })))
    return [undefined, null, [], 'a', ...inputs].map((input) => findRefusal(schema, input))
  })
  const details = refusals.flatMap((refusal) => refusal?.details ?? [])
  const shown = refusals.flatMap((refusal) => refusal?.message ?? [])
  expect(details.length).toBeGreaterThan(3)
  for (const { path, message } of details) {
    expect(message, path).not.toMatch(ZODS_WORDS)
    expect(message, path).not.toBe('is not valid')
    expect(message, path).toMatch(/^(must|is|has) .*[^.]$/)
  }
  for (const sentence of shown) expect(sentence).toMatch(/^[A-Z].*\.$/s)
})
