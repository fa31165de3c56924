import { z } from 'zod'
import { cappedCountInQuery } from '../counts.ts'
import { Id } from '../id.ts'
import { Labels, LabelsInput } from '../labels.ts'
import {
  DEFAULT_DOCUMENTS_LIMIT,
  MAX_BULK_DOCUMENTS,
  MAX_CONTENT_CHARACTERS,
  MAX_COUNTED_DOCUMENTS,
  MAX_COUNTED_MATCHES,
  MAX_CURSOR_CHARACTERS,
  MAX_DOCUMENTS_LIMIT,
  MAX_PUT_DOCUMENTS,
  MAX_SNIPPET_CHARACTERS,
  MAX_TITLE_CHARACTERS,
} from '../limits.ts'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { Visibility } from '../visibility.ts'
import { ContentType, TextContentType } from './content-type.ts'
import { nextCursor } from './listing.ts'

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
      'When absent, a document that is there keeps its visibility, and a new one is public, or has that of the one deleted at its URL.',
    ),
    group_id: Id.nullable()
      .optional()
      .describe(
        'The source group; null: none. When absent, a document that is there keeps its group, and a new one has none, or that of the one deleted at its URL.',
      ),
    labels: LabelsInput.optional().describe(
      'Its labels; they replace those given before. When absent, a document that is there keeps them.',
    ),
  })
  .meta({ id: 'DocumentBody' })
export type DocumentBody = z.infer<typeof DocumentBody>

export const PutDocumentsBody = z
  .strictObject({
    documents: z
      .array(DocumentBody)
      .min(1)
      .max(MAX_PUT_DOCUMENTS)
      .refine(
        (documents) => new Set(documents.map(({ url }) => url)).size === documents.length,
        'must name each URL once',
      )
      .describe('Each is stored as if it had been put alone. Their URLs differ.'),
  })
  .meta({ id: 'PutDocumentsBody' })
export type PutDocumentsBody = z.infer<typeof PutDocumentsBody>

export const DocumentPatch = z
  .strictObject({
    title: nonBlankText(MAX_TITLE_CHARACTERS).optional().describe('Shown with each citation.'),
    visibility: Visibility.optional(),
    group_id: Id.nullable().optional().describe('null: takes it out of its group.'),
    labels: LabelsInput.optional().describe(
      'Replace those given before. What they do not name is as its page or its source has it.',
    ),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'DocumentPatch', minProperties: 1, description: 'At least one field.' })
export type DocumentPatch = z.infer<typeof DocumentPatch>

export const LabelOrigin = z.enum(['given', 'page', 'rules']).meta({
  id: 'LabelOrigin',
  description:
    'given: with the document, or since then by an operator. page: the page names it. rules: by a rule of its source.',
})
export type LabelOrigin = z.infer<typeof LabelOrigin>

export const Document = z
  .object({
    id: Id.describe('Stays the same when the document is replaced.'),
    url: z.string().describe('The page shown as the source.'),
    title: z.string().describe('Shown with each citation.'),
    content_type: ContentType,
    visibility: Visibility,
    group_id: Id.nullable().describe('Its source group; null: none.'),
    labels: Labels,
    labels_from: z
      .record(z.string(), LabelOrigin)
      .describe('Where each of its labels comes from, by name.'),
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

export const PutResult = z
  .object({
    url: z.string().describe('The URL as it was sent.'),
    outcome: z
      .enum(['created', 'changed', 'unchanged', 'refused'])
      .describe('What became of it. changed: its content, visibility, group or labels.'),
    code: z
      .enum(['CONFLICT', 'FORBIDDEN'])
      .nullable()
      .describe(
        'Why it was refused. CONFLICT: the page of another source. FORBIDDEN: only an admin may let readers see more. null: it was not.',
      ),
    document: Document.nullable().describe('As it is stored now; null: refused.'),
  })
  .meta({ id: 'PutResult' })
export type PutResult = z.infer<typeof PutResult>

export const PutDocumentsResult = z
  .object({ documents: z.array(PutResult).describe('In the order of the request.') })
  .meta({ id: 'PutDocumentsResult' })
export type PutDocumentsResult = z.infer<typeof PutDocumentsResult>

const filters = {
  q: nonBlankText(MAX_SNIPPET_CHARACTERS)
    .optional()
    .describe('Parts of the title or the URL, all of them, in any order.'),
  state: DocumentState.optional().describe('Only documents in this state.'),
  source_id: Id.optional().describe('Only documents of this source.'),
  group_id: Id.optional().describe('Only documents of this source group.'),
  visibility: Visibility.optional().describe('Only documents with this visibility.'),
  url: HttpUrl.optional().describe('Only the document with this URL.'),
}

const cursor = limitedText(MAX_CURSOR_CHARACTERS)
  .optional()
  .describe('The `next_cursor` of the previous page.')

export const DocumentSort = z
  .enum([
    'created_at',
    '-created_at',
    'title',
    '-title',
    'indexed_at',
    '-indexed_at',
    'passages',
    '-passages',
  ])
  .meta({
    id: 'DocumentSort',
    description:
      'What comes first: the oldest, first in the alphabet or smallest; with `-` the other end.',
  })
export type DocumentSort = z.infer<typeof DocumentSort>

export const DocumentListQuery = z.strictObject({
  ...filters,
  sort: DocumentSort.default('created_at').describe(
    'With `-` in front the other way round. Documents not indexed yet count as indexed first.',
  ),
  limit: cappedCountInQuery(DEFAULT_DOCUMENTS_LIMIT, MAX_DOCUMENTS_LIMIT).describe(
    `Documents wanted. Above ${MAX_DOCUMENTS_LIMIT} counts as ${MAX_DOCUMENTS_LIMIT}.`,
  ),
  cursor,
})
export type DocumentListQuery = z.infer<typeof DocumentListQuery>

export const DocumentList = z
  .object({
    documents: z.array(Document).describe('In the order of `sort`.'),
    total: z
      .int()
      .describe(
        `Documents that match, on all pages together. Counted up to ${MAX_COUNTED_DOCUMENTS}, with \`q\` up to ${MAX_COUNTED_MATCHES}.`,
      ),
    next_cursor: nextCursor,
  })
  .meta({ id: 'DocumentList' })
export type DocumentList = z.infer<typeof DocumentList>

export const DocumentFilter = z.strictObject(filters).meta({ id: 'DocumentFilter' })
export type DocumentFilter = z.infer<typeof DocumentFilter>

export const BulkDocumentsBody = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1)
      .max(MAX_BULK_DOCUMENTS)
      .optional()
      .describe('The documents. Those that are gone are left out.'),
    filter: DocumentFilter.optional().describe(
      'All documents that match, instead of `ids`. Empty: every document.',
    ),
    visibility: Visibility.optional().describe('Who may see them from now on.'),
    group_id: Id.nullable().optional().describe('Their source group; null: none.'),
    labels: LabelsInput.optional().describe(
      'Replace the labels that were given to them. `{}`: as their pages and sources have them.',
    ),
    reindex: z.literal(true).optional().describe('Indexes them again.'),
    delete: z.literal(true).optional().describe('Deletes them; nothing else may be changed then.'),
    cursor: cursor.describe('The `next_cursor` of the call before, with the same filter.'),
  })
  .refine(
    ({ ids, filter, cursor: after }) =>
      ids === undefined ? filter !== undefined : filter === undefined && after === undefined,
    'must name documents by ids or by filter',
  )
  .refine(
    ({ visibility, group_id, labels, reindex, delete: isDeleted }) =>
      [visibility, group_id, labels, reindex].some((one) => one !== undefined) !==
      (isDeleted === true),
    'must change something or delete',
  )
  .meta({ id: 'BulkDocumentsBody' })
export type BulkDocumentsBody = z.infer<typeof BulkDocumentsBody>

export const BulkDocumentsResult = z
  .object({
    documents: z.int().describe('How many were changed or deleted by this call.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('More match the filter: send the same again with it. null: all are done.'),
  })
  .meta({ id: 'BulkDocumentsResult' })
export type BulkDocumentsResult = z.infer<typeof BulkDocumentsResult>

export const DocumentSummary = z
  .object({
    pending: z.int().describe('Documents waiting to be indexed.'),
    indexed: z.int().describe('Documents that searches can find.'),
    failed: z.int().describe('Documents that could not be indexed.'),
    passages: z.int().describe('Passages of all documents.'),
  })
  .meta({ id: 'DocumentSummary' })
export type DocumentSummary = z.infer<typeof DocumentSummary>
