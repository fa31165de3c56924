import type { ContentType } from '@footnote/contract/admin/content-type'
import type { Labels } from '@footnote/contract/labels'
import type { SourceRule } from '@footnote/contract/admin/source-rules'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt } from './created-at.ts'

export type DocumentState = 'pending' | 'indexed' | 'failed'
export type DocumentVisibility = 'public' | 'unlisted' | 'restricted'

export type KnowledgeTables = {
  source_groups: {
    knowledge_base_id: string
    id: string
    name: string
    signed_readers_only: Generated<boolean>
    created_at: CreatedAt
  }
  sources: {
    knowledge_base_id: string
    id: string
    type: string
    name: string
    settings: JSONColumnType<object, object | undefined>
    group_id: Generated<string | null>
    schedule: Generated<string | null>
    visibility: Generated<DocumentVisibility>
    rules: JSONColumnType<SourceRule[], string | undefined>
    paused: Generated<boolean>
    next_sync_at: Generated<Date | null>
    hook_number: Generated<number>
    hook_fingerprint: Generated<Buffer | null>
    hook_secret: Generated<Buffer | null>
    hook_secret_since: Generated<Date | null>
    hook_token: Generated<Buffer | null>
    created_at: CreatedAt
    updated_at: ColumnType<Date, never, Date>
  }
  documents: {
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
    /** Written as JSON; `labels` follows from the three. */
    rule_labels: JSONColumnType<Labels, string | undefined>
    page_labels: JSONColumnType<Labels, string | undefined>
    given_labels: JSONColumnType<Labels, string | undefined>
    labels: ColumnType<Labels, never, never>
    /** What the source says that it is in. */
    containers: Generated<string[]>
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
  listed_documents: Pick<
    KnowledgeTables['documents'],
    'id' | 'url' | 'title' | 'content_type' | 'visibility' | 'group_id' | 'source_id'
  > & {
    state: DocumentState
    state_reason: string | null
    passage_count: number
    created_at: Date
    updated_at: Date
    indexed_at: Date | null
    published_at: Date | null
    labels: Labels
    page_labels: Labels
    given_labels: Labels
    /** Title and URL. */
    searched: string
    title_order: string
    indexed_order: Date
  }
  passages: {
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
  embedding_spaces: {
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
  term_statistics: {
    knowledge_base_id: string
    term: number
    passages: number
  }
  page_words: {
    knowledge_base_id: string
    word: string
    term: number
  }
  starter_questions: {
    knowledge_base_id: string
    document_id: string
    position: number
    title: string
    question: string
  }
  readable_starter_questions: {
    knowledge_base_id: string
    position: number
    question: string
    group_id: string | null
    document_id: string
  }
  published_pages: Pick<
    KnowledgeTables['documents'],
    'knowledge_base_id' | 'id' | 'url' | 'title' | 'content' | 'content_type'
  > & { llms_txt: boolean; page_markdown: boolean }
  /** Of documents that readers may see, a row for each value. */
  readable_labels: {
    knowledge_base_id: string
    name: string
    value: string
    document_id: string
  }
  readable_passages: Omit<KnowledgeTables['passages'], 'visibility'>
}
