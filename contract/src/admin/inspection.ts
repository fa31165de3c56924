import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_GROUP_IDS } from '../limits.ts'
import { HttpUrl, Query } from '../text.ts'

export const DocumentPassage = z
  .object({
    id: Id,
    index: z.int(),
    heading_path: z.array(z.string()),
    anchor: z.string().nullable(),
    content: z.string().describe('What readers are shown.'),
    searched_text: z
      .string()
      .describe('What is embedded and weighed: the title, the headings and the content.'),
    terms: z.int().describe('Different terms that the keyword search knows it by.'),
    has_vector: z.boolean().describe('Whether the searched model has embedded it.'),
  })
  .meta({ id: 'DocumentPassage' })
export type DocumentPassage = z.infer<typeof DocumentPassage>

export const DocumentPassageList = z
  .object({ language: z.string(), passages: z.array(DocumentPassage) })
  .meta({ id: 'DocumentPassageList' })
export type DocumentPassageList = z.infer<typeof DocumentPassageList>

export const ExplainBody = z
  .strictObject({
    query: Query,
    url: HttpUrl.optional().describe('The page that should be found.'),
    document_id: Id.optional().describe('The same, by its id.'),
    group_ids: z
      .array(Id)
      .max(MAX_GROUP_IDS)
      .optional()
      .describe('As a reader limits the search to source groups.'),
  })
  .refine(
    ({ url, document_id }) => (url === undefined) !== (document_id === undefined),
    'must name the page by url or by document_id',
  )
  .meta({ id: 'ExplainBody' })
export type ExplainBody = z.infer<typeof ExplainBody>

export const ExplainedPassage = z
  .object({
    id: Id,
    index: z.int(),
    heading_path: z.array(z.string()),
    excerpt: z.string(),
    place: z.int().nullable().describe('In the results; null: not among them.'),
    rank: z.int().nullable().describe('Among the candidates, the dropped ones too.'),
    vector_rank: z.int().nullable().describe('null: not among the nearest 100.'),
    text_rank: z.int().nullable().describe('null: not among the best 100 by words.'),
    relevance: z.number().nullable(),
    vector_score: z.number().nullable(),
    text_score: z.number().nullable(),
    rerank_score: z.number().nullable(),
  })
  .meta({ id: 'ExplainedPassage' })
export type ExplainedPassage = z.infer<typeof ExplainedPassage>

export const Explanation = z
  .object({
    verdict: z
      .enum([
        'found',
        'unknown_page',
        'skipped',
        'not_indexed',
        'failed',
        'restricted',
        'wrong_group',
        'no_passages',
        'no_candidate',
        'below_floor',
        'outranked',
      ])
      .describe('In one word; `reasons` has it in sentences.'),
    reasons: z.array(z.string()),
    document_id: Id.nullable(),
    place: z.int().nullable().describe('Of its best passage in the results of a reader.'),
    results: z.int().describe('Results that a reader gets.'),
    floor: z.number().describe('Passages of a lower relevance are not returned.'),
    passages: z.array(ExplainedPassage).describe('Of the page, best first.'),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.infer<typeof Explanation>
