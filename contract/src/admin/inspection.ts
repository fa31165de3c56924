import { z } from 'zod'
import { LabelFilter } from '../labels.ts'
import { Id } from '../id.ts'
import { MAX_GROUP_IDS, MAX_LOOKED_UP_PASSAGES } from '../limits.ts'
import { HttpUrl, Query } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { PageState } from './syncs.ts'

export const DocumentPassage = z
  .object({
    id: Id.describe('Its `chunk_id` in citations and search results.'),
    index: z.int().describe('Its position in the document, from 0.'),
    heading_path: z.array(z.string()).describe('The headings above it, outermost first.'),
    anchor: z.string().nullable().describe('Fragment of the nearest heading; null: it has none.'),
    content: z.string().describe('What readers are shown.'),
    searched_text: z
      .string()
      .describe('The text that is embedded and indexed: title, headings and content.'),
    terms: z.int().describe('Distinct terms in the keyword index.'),
    has_vector: z.boolean().describe('Whether the searched model has embedded it.'),
  })
  .meta({ id: 'DocumentPassage' })
export type DocumentPassage = z.infer<typeof DocumentPassage>

export const DocumentPassageList = z
  .object({
    language: z.string().describe('ISO 639-1 code that the terms are stemmed for.'),
    passages: z.array(DocumentPassage).describe('In page order.'),
  })
  .meta({ id: 'DocumentPassageList' })
export type DocumentPassageList = z.infer<typeof DocumentPassageList>

export const DocumentContent = z
  .object({
    markdown: z
      .string()
      .describe('As it was written; of other formats than markdown and plain text, as indexed.'),
  })
  .meta({ id: 'DocumentContent' })
export type DocumentContent = z.infer<typeof DocumentContent>

export const DocumentCitations = z
  .object({
    cited: z.int().describe('Answers that cited it, deleted ones included.'),
    rated_up: z.int().describe('Stored answers that cite it and were rated up.'),
    rated_down: z.int().describe('Stored answers that cite it and were rated down.'),
    message_ids: z.array(Id).describe('The newest stored answers that cite it, newest first.'),
  })
  .meta({ id: 'DocumentCitations' })
export type DocumentCitations = z.infer<typeof DocumentCitations>

export const PassageLookupBody = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1)
      .max(MAX_LOOKED_UP_PASSAGES)
      .describe('Each a `chunk_id` of a citation, a search result or a trace.'),
  })
  .meta({ id: 'PassageLookupBody' })
export type PassageLookupBody = z.infer<typeof PassageLookupBody>

export const FoundPassage = z
  .object({
    id: Id.describe('As it was asked for.'),
    document_id: Id.describe('Its document.'),
    title: z.string().describe('The title of its document.'),
    url: z.string().describe('The address of its document.'),
    heading_path: z.array(z.string()).describe('The headings above it, outermost first.'),
    anchor: z.string().nullable().describe('Fragment of the nearest heading; null: it has none.'),
    content: z.string().describe('What readers are shown.'),
  })
  .meta({ id: 'FoundPassage' })
export type FoundPassage = z.infer<typeof FoundPassage>

export const PassageLookup = z
  .object({
    passages: z
      .array(FoundPassage)
      .describe('In the order asked for. Left out: those replaced or deleted since.'),
  })
  .meta({ id: 'PassageLookup' })
export type PassageLookup = z.infer<typeof PassageLookup>

export const ExplainBody = z
  .strictObject({
    query: Query,
    url: HttpUrl.optional().describe('The page that should be found.'),
    document_id: Id.optional().describe('The same, by its id.'),
    group_ids: z
      .array(Id)
      .min(1)
      .max(MAX_GROUP_IDS)
      .optional()
      .describe('Limits the search to these source groups.'),
    filter: LabelFilter.optional(),
  })
  .refine(
    ({ url, document_id }) => (url === undefined) !== (document_id === undefined),
    'must name the page by url or by document_id',
  )
  .meta({ id: 'ExplainBody' })
export type ExplainBody = z.infer<typeof ExplainBody>

export const ExplainedPassage = z
  .object({
    id: Id.describe('Its `chunk_id` in search results.'),
    index: z.int().describe('Its position in the document, from 0.'),
    heading_path: z.array(z.string()).describe('The headings above it, outermost first.'),
    excerpt: z.string().describe('The beginning of its text.'),
    place: z.int().nullable().describe('Rank in the results; null: not among them.'),
    rank: z.int().nullable().describe('Among all candidates, including dropped ones.'),
    vector_rank: z.int().nullable().describe('null: not among the nearest 100.'),
    text_rank: z.int().nullable().describe('null: not among the best 100 by words.'),
    relevance: z.number().nullable().describe('Compared with `floor`; null: no candidate.'),
    vector_score: z.number().nullable().describe('Semantic similarity; null: no candidate.'),
    text_score: z.number().nullable().describe('Keyword match strength; null: no candidate.'),
    rerank_score: z
      .number()
      .nullable()
      .describe("The reranking model's score. 0: no reranker ran; null: no candidate."),
  })
  .meta({ id: 'ExplainedPassage' })
export type ExplainedPassage = z.infer<typeof ExplainedPassage>

export const MissingPage = z
  .object({
    source_id: Id.describe('The source that knows the page.'),
    source_name: z.string().describe('Its name.'),
    key: z.string().describe('The page in its source: a URL, a path.'),
    state: z
      .enum([...PageState.options, 'deleted'])
      .describe('deleted: by an operator, so syncs leave it out until it is restored.'),
    reason: z.string().nullable().describe('Why it was skipped or failed.'),
    deleted_at: Timestamp.nullable().describe('When an operator deleted it; null: none did.'),
  })
  .meta({ id: 'MissingPage' })
export type MissingPage = z.infer<typeof MissingPage>

export const Explanation = z
  .object({
    verdict: z
      .enum([
        'found',
        'unknown_page',
        'skipped',
        'deleted',
        'not_indexed',
        'failed',
        'restricted',
        'wrong_group',
        'wrong_label',
        'no_passages',
        'no_candidate',
        'below_floor',
        'outranked',
      ])
      .describe('One word; `reasons` explains it.'),
    reasons: z
      .array(z.string())
      .describe('What happened, and what to change. Empty where `missing_page` says it.'),
    document_id: Id.nullable().describe('The document of the page; null: there is none.'),
    place: z
      .int()
      .nullable()
      .describe(
        'The place of its best passage in the results that a reader gets; null: it is not among them.',
      ),
    results: z.int().describe('Results that a reader gets.'),
    floor: z.number().describe('Passages of a lower relevance are not returned.'),
    passages: z.array(ExplainedPassage).describe('The passages of the page, best first.'),
    missing_page: MissingPage.nullable().describe(
      'What a source knows of a page that has no document; null: nothing, or it has one.',
    ),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.infer<typeof Explanation>
