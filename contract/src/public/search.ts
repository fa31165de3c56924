import { z } from 'zod'
import { GroupIds, WidgetId } from './asker.ts'
import { attributionFields } from './attribution.ts'
import { cappedCount } from '../counts.ts'
import { filterFields, filterInputs, Labels } from '../labels.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from '../limits.ts'
import { Query } from '../text.ts'
import { wordFields } from './words.ts'
import { ReadableVisibility } from '../visibility.ts'

export const SearchBody = z
  .strictObject({
    query: Query,
    limit: cappedCount(DEFAULT_LIMIT, MAX_LIMIT).describe(
      `Results wanted. Above ${MAX_LIMIT} counts as ${MAX_LIMIT}.`,
    ),
    group_ids: GroupIds.optional(),
    ...filterInputs,
    widget_id: WidgetId.optional(),
  })
  .meta({ id: 'SearchBody' })
export type SearchBody = z.infer<typeof SearchBody>

const SearchChunk = z.object({
  id: z.string().describe('Id of the passage. It may change when the page does.'),
  document_id: z.string().describe('The document it was taken from.'),
  content: z.string().describe('The matching passage.'),
  heading_path: z.array(z.string()).describe('Section breadcrumb.'),
  chunk_index: z.int().describe('Position of the passage in its document, from 0.'),
  anchor: z.string().nullable().describe('Fragment of the nearest heading; null: it has none.'),
})

const SearchDocument = z.object({
  id: z.string().describe('Stays the same when the page is indexed again.'),
  url: z.string().describe('URL of the page, to link to.'),
  title: z.string().describe('Title of the page.'),
  visibility: ReadableVisibility,
  source_type: z
    .string()
    .describe('Where it came from: `api`, `website`, `git`, `files` or `openapi`.'),
  group_id: z.string().nullable().describe('Its source group, if it is in one.'),
  language: z.string().describe('ISO 639-1 code.'),
  labels: Labels,
})

/** Documented but not checked: a rounding error in a score must not fail a search. */
const Share = z.number().meta({ minimum: 0, maximum: 1 })

export const SearchResult = z
  .object({
    chunk: SearchChunk.describe('The passage that matched.'),
    document: SearchDocument.describe('The page that the passage is on.'),
    rrf_score: z
      .number()
      .describe('Combined rank of both searches. Comparable only within one response.'),
    vector_score: Share.describe('Semantic similarity. Comparable across queries.'),
    text_score: Share.describe('Keyword match strength.'),
    rerank_score: z
      .number()
      .describe('From the reranking model, higher is more relevant. 0 when no reranker ran.'),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof SearchResult>

export const SearchResponse = z
  .object({
    results: z
      .array(SearchResult)
      .describe('Most relevant first. One page can appear more than once.'),
    count: z.int().describe('Results in this response, not in the knowledge base.'),
    ...wordFields,
    ...filterFields,
    ...attributionFields,
  })
  .meta({ id: 'SearchResponse' })
export type SearchResponse = z.infer<typeof SearchResponse>
