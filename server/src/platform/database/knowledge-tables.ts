import type { ContentType } from '@footnote/contract/admin/documents'
import type { VisibilityRule } from '@footnote/contract/admin/sources'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt } from './created-at.ts'

export type DocumentState = 'pending' | 'indexed' | 'failed'
export type DocumentVisibility = 'public' | 'unlisted' | 'restricted'

export type SourceGroupsTable = {
  knowledge_base_id: string
  id: string
  name: string
  created_at: CreatedAt
}

export type SourcesTable = {
  knowledge_base_id: string
  id: string
  type: string
  name: string
  settings: JSONColumnType<object, object | undefined>
  group_id: Generated<string | null>
  schedule: Generated<string | null>
  visibility: Generated<DocumentVisibility>
  visibility_rules: JSONColumnType<VisibilityRule[], string | undefined>
  paused: Generated<boolean>
  next_sync_at: Generated<Date | null>
  hook_number: Generated<number>
  hook_fingerprint: Generated<Buffer | null>
  created_at: CreatedAt
  updated_at: ColumnType<Date, never, Date>
}

export type DocumentsTable = {
  knowledge_base_id: string
  id: string
  source_id: string
  group_id: string | null
  url: string
  given_title: string | null
  title: string
  content: string | null
  bytes: Generated<Buffer | null>
  content_type: ContentType
  content_hash: Generated<Buffer | null>
  source_key: Generated<string | null>
  published_at: Generated<Date | null>
  visibility: DocumentVisibility
  visibility_chosen: Generated<boolean>
  indexed_title: Generated<string | null>
  language: Generated<string>
  version: Generated<number>
  state: Generated<DocumentState>
  state_reason: Generated<string | null>
  passage_count: Generated<number>
  created_at: CreatedAt
  updated_at: ColumnType<Date, never, Date>
  indexed_at: ColumnType<Date | null, never, Date | null>
}

/** For the lists of operators. */
export type ListedDocumentsView = Pick<
  DocumentsTable,
  'id' | 'url' | 'title' | 'content_type' | 'visibility' | 'group_id' | 'source_id'
> & {
  state: DocumentState
  state_reason: string | null
  passage_count: number
  created_at: Date
  updated_at: Date
  indexed_at: Date | null
  published_at: Date | null
  /** Title and URL. */
  searched: string
  title_order: string
  indexed_order: Date
}

export type PassagesTable = {
  knowledge_base_id: string
  id: string
  document_id: string
  visibility: DocumentVisibility
  chunk_index: number
  content: string
  heading_path: string[]
  anchor: string | null
  terms: number[]
  /** pgvector's text form, `{id:weight,…}/1000000000`. */
  weights: string
  /** `BlockSpan[]` of text/block-span.ts; null if indexed before blocks were stored. */
  blocks: Generated<unknown>
}

export type PassageVectorsTable = {
  knowledge_base_id: string
  space_id: string
  passage_id: string
  document_id: string
  visibility: DocumentVisibility
  /** pgvector's text form, `[x,…]`. */
  embedding: string
}

export type EmbeddingSpacesTable = {
  knowledge_base_id: string
  id: string
  model: string
  dimensions: number
  state: 'building' | 'active' | 'retired' | 'discarded'
  indexed: Generated<boolean>
  vector_copy: Generated<'filling' | 'complete' | null>
  may_swap: Generated<boolean>
  held_reason: Generated<string | null>
  created_at: CreatedAt
}

export type TermStatisticsTable = {
  knowledge_base_id: string
  term: number
  passages: number
}

export type StarterQuestionsTable = {
  knowledge_base_id: string
  document_id: string
  position: number
  title: string
  question: string
}

export type ReadableStarterQuestionsView = {
  knowledge_base_id: string
  position: number
  question: string
  group_id: string | null
}

export type ReadableDocumentsView = {
  knowledge_base_id: string
  id: string
  group_id: string | null
  url: string
  title: string
  visibility: DocumentVisibility
  language: string
  source_type: string
  created_at: Date
  updated_at: Date
}

export type PublishedPagesView = Pick<
  DocumentsTable,
  'knowledge_base_id' | 'id' | 'url' | 'title' | 'content' | 'content_type'
> & { llms_txt: boolean; page_markdown: boolean }

export type ReadablePassagesView = Omit<PassagesTable, 'visibility'>
