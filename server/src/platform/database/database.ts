import type { AuditChange } from '@footnote/contract/accounts/audit'
import type { AskerStorage, RedactKind } from '@footnote/contract/admin/workspaces'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  AccessTokensTable,
  InvitationsTable,
  KnowledgeBaseRolesTable,
  MembersTable,
  PeopleTable,
  SessionsTable,
  SetupLinksTable,
} from './account-tables.ts'
import type { CreatedAt } from './created-at.ts'
import type {
  DocumentsTable,
  EmbeddingSpacesTable,
  ListedDocumentsView,
  PassageVectorsTable,
  PassagesTable,
  PublishedPagesView,
  ReadableDocumentsView,
  ReadablePassagesView,
  ReadableStarterQuestionsView,
  SourceGroupsTable,
  SourcesTable,
  StarterQuestionsTable,
  TermStatisticsTable,
} from './knowledge-tables.ts'
import type {
  ClientKeyGroupsTable,
  ClientKeysTable,
  FormOutcomesTable,
  MessageReviewsTable,
  MessageSearchTable,
  MessagesTable,
  QuestionCountsTable,
  QuestionReservationsTable,
  RatingsTable,
  ThreadsTable,
  UsedCaptchaTokensTable,
  WidgetsTable,
} from './reader-tables.ts'
import type {
  DeletedPagesTable,
  SourceFilesTable,
  UploadPartsTable,
  SourcePagesTable,
  SyncPagesTable,
  SyncsTable,
} from './sync-tables.ts'

export type { DocumentState, DocumentVisibility } from './knowledge-tables.ts'

/** The schema as Kysely sees it. Snake case throughout, so there is no mapping layer. */
export type Database = {
  workspaces: WorkspacesTable
  knowledge_bases: KnowledgeBasesTable
  audit_events: AuditEventsTable
  members: MembersTable
  knowledge_base_roles: KnowledgeBaseRolesTable
  invitations: InvitationsTable
  access_tokens: AccessTokensTable
  'accounts.people': PeopleTable
  'accounts.sessions': SessionsTable
  'accounts.setup_links': SetupLinksTable
  source_groups: SourceGroupsTable
  sources: SourcesTable
  source_pages: SourcePagesTable
  source_files: SourceFilesTable
  upload_parts: UploadPartsTable
  deleted_pages: DeletedPagesTable
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
  message_reviews: MessageReviewsTable
  message_search: MessageSearchTable
  question_counts: QuestionCountsTable
  question_reservations: QuestionReservationsTable
  ratings: RatingsTable
  form_outcomes: FormOutcomesTable
  used_captcha_tokens: UsedCaptchaTokensTable
  starter_questions: StarterQuestionsTable
  readable_starter_questions: ReadableStarterQuestionsView
  listed_documents: ListedDocumentsView
  readable_documents: ReadableDocumentsView
  readable_passages: ReadablePassagesView
  published_pages: PublishedPagesView
}

type WorkspacesTable = {
  id: string
  name: string
  plan: 'free' | 'team' | 'enterprise'
  retention: 'standard' | 'zero'
  thread_retention_days: Generated<number | null>
  redact: Generated<RedactKind[]>
  asker_storage: Generated<AskerStorage>
  audit_retention_days: Generated<number | null>
  monthly_question_allowance: number | null
  currency: Generated<string | null>
  alert_at_percent: Generated<number[]>
  /** Decimal, exact. */
  daily_cost_cap: Generated<string | null>
  deleting_at: Generated<Date | null>
  created_at: CreatedAt
}

type KnowledgeBasesTable = {
  workspace_id: string
  id: string
  name: string
  starter_mode: Generated<'generated' | 'own' | 'none'>
  own_questions: Generated<string[]>
  answerability: Generated<'strict' | 'balanced' | 'lenient'>
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
  deleting_at: Generated<Date | null>
  created_at: CreatedAt
}

type AuditEventsTable = {
  workspace_id: string
  id: string
  actor: string
  action: string
  subject_id: string | null
  actor_id: Generated<string | null>
  token_id: Generated<string | null>
  address: Generated<string | null>
  request_id: Generated<string | null>
  changes: ColumnType<AuditChange[], string | undefined, never>
  created_at: CreatedAt
}
