import { z } from 'zod'
import { cappedCountInQuery } from '../counts.ts'
import { Id } from '../id.ts'
import {
  DEFAULT_DOCUMENTS_LIMIT,
  MAX_CONTENT_CHARACTERS,
  MAX_CURSOR_CHARACTERS,
  MAX_DOCUMENTS_LIMIT,
  MAX_TITLE_CHARACTERS,
} from '../limits.ts'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { Visibility } from '../visibility.ts'
import { nextCursor } from './listing.ts'

export const TextContentType = z
  .enum(['text/markdown', 'text/mdx', 'text/html', 'text/plain', 'text/csv'])
  .meta({ id: 'TextContentType', description: 'How to read the content.' })
export type TextContentType = z.infer<typeof TextContentType>

const OFFICE = 'application/vnd.openxmlformats-officedocument'

export const ContentType = z
  .enum([
    ...TextContentType.options,
    'application/pdf',
    `${OFFICE}.wordprocessingml.document`,
    `${OFFICE}.spreadsheetml.sheet`,
    `${OFFICE}.presentationml.presentation`,
    'application/epub+zip',
  ])
  .meta({ id: 'ContentType', description: 'The format that it was indexed from.' })
export type ContentType = z.infer<typeof ContentType>

export const DocumentState = z
  .enum(['pending', 'indexed', 'failed'])
  .meta({ id: 'DocumentState', description: 'pending: waits to be indexed.' })
export type DocumentState = z.infer<typeof DocumentState>

export const DocumentBody = z
  .strictObject({
    url: HttpUrl.describe('The page shown as the source. A document with this URL is replaced.'),
    title: nonBlankText(MAX_TITLE_CHARACTERS)
      .optional()
      .describe('When absent, taken from the content.'),
    content: limitedText(MAX_CONTENT_CHARACTERS).describe('The whole page, headings included.'),
    content_type: TextContentType,
    visibility: Visibility.optional().describe(
      'When absent, a new document is public and one that is there keeps its visibility.',
    ),
    group_id: Id.nullable()
      .optional()
      .describe(
        'The source group; null: none. When absent, a document that is there keeps its group.',
      ),
  })
  .meta({ id: 'DocumentBody' })
export type DocumentBody = z.infer<typeof DocumentBody>

export const DocumentPatch = z
  .strictObject({
    title: nonBlankText(MAX_TITLE_CHARACTERS).optional().describe('Shown with each citation.'),
    visibility: Visibility.optional(),
    group_id: Id.nullable().optional().describe('null: takes it out of its group.'),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'DocumentPatch', minProperties: 1, description: 'At least one field.' })
export type DocumentPatch = z.infer<typeof DocumentPatch>

export const Document = z
  .object({
    id: Id.describe('Stays the same when the document is replaced.'),
    url: z.string().describe('The page shown as the source.'),
    title: z.string().describe('Shown with each citation.'),
    content_type: ContentType,
    visibility: Visibility,
    group_id: Id.nullable().describe('Its source group; null: none.'),
    source_id: Id.describe('The source that it came from.'),
    state: DocumentState,
    state_reason: z.string().nullable().describe('Why indexing failed.'),
    passages: z.int().describe('Passages it was split into.'),
    created_at: Timestamp.describe('When it was first stored.'),
    updated_at: Timestamp.describe('When its content or settings last changed.'),
    indexed_at: Timestamp.nullable().describe('When it was last indexed; null: not yet.'),
    published_at: Timestamp.nullable().describe('As the page says.'),
  })
  .meta({ id: 'Document' })
export type Document = z.infer<typeof Document>

export const DocumentListQuery = z.strictObject({
  state: DocumentState.optional().describe('Only documents in this state.'),
  source_id: Id.optional().describe('Only documents of this source.'),
  group_id: Id.optional().describe('Only documents of this source group.'),
  visibility: Visibility.optional().describe('Only documents with this visibility.'),
  url: HttpUrl.optional().describe('Only the document with this URL.'),
  limit: cappedCountInQuery(DEFAULT_DOCUMENTS_LIMIT, MAX_DOCUMENTS_LIMIT).describe(
    `Documents wanted. Above ${MAX_DOCUMENTS_LIMIT} counts as ${MAX_DOCUMENTS_LIMIT}.`,
  ),
  cursor: limitedText(MAX_CURSOR_CHARACTERS)
    .optional()
    .describe('The `next_cursor` of the previous page.'),
})
export type DocumentListQuery = z.infer<typeof DocumentListQuery>

export const DocumentList = z
  .object({
    documents: z.array(Document).describe('Oldest first.'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'DocumentList' })
export type DocumentList = z.infer<typeof DocumentList>

export const DocumentSummary = z
  .object({
    pending: z.int().describe('Documents waiting to be indexed.'),
    indexed: z.int().describe('Documents that searches can find.'),
    failed: z.int().describe('Documents that could not be indexed.'),
    passages: z.int().describe('Passages of all documents.'),
  })
  .meta({ id: 'DocumentSummary' })
export type DocumentSummary = z.infer<typeof DocumentSummary>
