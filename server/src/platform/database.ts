import type { ContentType } from '@footnote/contract/admin/documents'
import type { VisibilityRule } from '@footnote/contract/admin/sources'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  SourceFilesTable,
  SourcePagesTable,
  SyncPagesTable,
  SyncsTable,
} from './sync-tables.ts'

/** What the migrations made, as Kysely sees it. Snake case throughout: no mapping layer. */
export type Database = {
  workspaces: WorkspacesTable
  knowledge_bases: KnowledgeBasesTable
  audit_events: AuditEventsTable
  source_groups: SourceGroupsTable
  sources: SourcesTable
  source_pages: SourcePagesTable
  source_files: SourceFilesTable
  syncs: SyncsTable
  sync_pages: SyncPagesTable
  documents: DocumentsTable
  passages: PassagesTable
  passage_vectors: PassageVectorsTable
  embedding_spaces: EmbeddingSpacesTable
  term_statistics: TermStatisticsTable
  client_keys: ClientKeysTable
  client_key_groups: ClientKeyGroupsTable
  widgets: WidgetsTable
  threads: ThreadsTable
  messages: MessagesTable
  question_counts: QuestionCountsTable
  question_reservations: QuestionReservationsTable
  ratings: RatingsTable
  form_outcomes: FormOutcomesTable
  used_captcha_tokens: UsedCaptchaTokensTable
  starter_questions: StarterQuestionsTable
  readable_starter_questions: ReadableStarterQuestionsView
  readable_documents: ReadableDocumentsView
  readable_passages: ReadablePassagesView
  published_pages: PublishedPagesView
}

type CreatedAt = ColumnType<Date, never, never>

type WorkspacesTable = {
  id: string
  name: string
  plan: 'free' | 'team' | 'enterprise'
  retention: 'standard' | 'zero'
  thread_retention_days: Generated<number | null>
  monthly_question_allowance: number | null
  created_at: CreatedAt
}

type KnowledgeBasesTable = {
  workspace_id: string
  id: string
  name: string
  starter_mode: Generated<'generated' | 'own' | 'none'>
  own_questions: Generated<string[]>
  languages: Generated<string[]>
  answer_model: JSONColumnType<object, string | null | undefined, string | null> | null
  answer_model_key: Buffer | null
  answer_model_key_hint: string | null
  starters_refreshed_at: ColumnType<Date | null, never, Date>
  syncs_due_at: Generated<Date | null>
  mcp_enabled: Generated<boolean>
  mcp_url: Generated<string | null>
  mcp_oauth: Generated<boolean>
  llms_txt: Generated<boolean>
  page_markdown: Generated<boolean>
  created_at: CreatedAt
}

type AuditEventsTable = {
  workspace_id: string
  id: string
  actor: string
  action: string
  subject_id: string | null
  created_at: CreatedAt
}

type SourceGroupsTable = {
  knowledge_base_id: string
  id: string
  name: string
  created_at: CreatedAt
}

type SourcesTable = {
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
  created_at: CreatedAt
  updated_at: ColumnType<Date, never, Date>
}

export type DocumentState = 'pending' | 'indexed' | 'failed'
export type DocumentVisibility = 'public' | 'unlisted' | 'restricted'

type DocumentsTable = {
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

type PassagesTable = {
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
}

type PassageVectorsTable = {
  knowledge_base_id: string
  space_id: string
  passage_id: string
  document_id: string
  visibility: DocumentVisibility
  /** pgvector's text form, `[x,…]`. */
  embedding: string
}

type EmbeddingSpacesTable = {
  knowledge_base_id: string
  id: string
  model: string
  dimensions: number
  state: 'building' | 'active' | 'retired' | 'discarded'
  indexed: Generated<boolean>
  created_at: CreatedAt
}

type TermStatisticsTable = {
  knowledge_base_id: string
  term: number
  passages: number
}

type ClientKeysTable = {
  knowledge_base_id: string
  id: string
  workspace_id: string
  name: string
  kind: 'public' | 'secret'
  lookup_digest: Buffer
  secret_digest: Buffer | null
  hint: string
  captcha: Generated<boolean>
  captcha_hostnames: Generated<string[]>
  created_at: CreatedAt
  revoked_at: ColumnType<Date | null, never, Date>
}

type ClientKeyGroupsTable = {
  knowledge_base_id: string
  key_id: string
  group_id: string
}

type UsedCaptchaTokensTable = {
  knowledge_base_id: string
  digest: Buffer
  used_at: CreatedAt
}

type WidgetsTable = {
  knowledge_base_id: string
  id: string
  name: string
  enabled: boolean
  allowed_origins: string[]
  voice: string
  config: ColumnType<Record<string, unknown>, object | undefined, object>
  created_at: CreatedAt
}

type ThreadsTable = {
  knowledge_base_id: string
  id: string
  asker: string | null
  created_at: CreatedAt
  last_message_at: ColumnType<Date, never, Date>
}

/** One question with its answer. */
type MessagesTable = {
  knowledge_base_id: string
  id: string
  thread_id: string
  widget_id: string | null
  source: string
  question: string
  answer: string
  citations: JSONColumnType<object[]>
  covered: boolean
  source_documents: string[]
  trace: JSONColumnType<object>
  page_url: string | null
  created_at: CreatedAt
}

type QuestionCountsTable = {
  workspace_id: string
  month: string
  answered: Generated<number>
}

type QuestionReservationsTable = {
  workspace_id: string
  id: string
  month: string
  expires_at: Date
}

type RatingsTable = {
  knowledge_base_id: string
  id: string
  message_id: string
  vote: 'up' | 'down'
  comment: string | null
  source: string
  created_at: CreatedAt
  updated_at: ColumnType<Date, never, Date>
}

type FormOutcomesTable = {
  knowledge_base_id: string
  message_id: string
  outcome: 'deflected' | 'submitted'
  created_at: CreatedAt
  updated_at: ColumnType<Date, never, Date>
}

type StarterQuestionsTable = {
  knowledge_base_id: string
  document_id: string
  position: number
  title: string
  question: string
}

type ReadableStarterQuestionsView = {
  knowledge_base_id: string
  position: number
  question: string
  group_id: string | null
}

type ReadableDocumentsView = {
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

type PublishedPagesView = Pick<
  DocumentsTable,
  'knowledge_base_id' | 'id' | 'url' | 'title' | 'content' | 'content_type'
> & { llms_txt: boolean; page_markdown: boolean }

type ReadablePassagesView = Omit<PassagesTable, 'visibility'>
