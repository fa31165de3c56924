import type { AuditChange } from '@footnote/contract/accounts/audit'
import type { Contact } from '@footnote/contract/contact'
import type { AskerStorage, RedactKind } from '@footnote/contract/admin/workspaces'
import type { LabelFilter } from '@footnote/contract/labels'
import type { Role } from '@footnote/contract/role'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt } from './created-at.ts'
import type { KnowledgeTables } from './knowledge-tables.ts'
import type { ReaderTables } from './reader-tables.ts'
import type { SyncTables } from './sync-tables.ts'

export type { DocumentState, DocumentVisibility } from './knowledge-tables.ts'

/**
 * The tables that are asked through Kysely, as far as they are. Snake case throughout, so there is no
 * mapping layer. Others are asked in SQL alone.
 */
export type Database = WorkspaceTables & KnowledgeTables & SyncTables & ReaderTables

type WorkspaceTables = {
  workspaces: {
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
  knowledge_bases: {
    workspace_id: string
    id: string
    name: string
    starter_mode: Generated<'generated' | 'own' | 'none'>
    own_questions: Generated<string[]>
    answerability: Generated<'strict' | 'balanced' | 'lenient'>
    split_questions: Generated<boolean>
    default_filter: ColumnType<LabelFilter, LabelFilter | undefined, LabelFilter>
    contact: JSONColumnType<Contact, string | null | undefined, string | null> | null
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
  audit_events: {
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
  invitations: {
    workspace_id: string
    id: string
    email: string
    role: Role
    invited_by: string
    token_digest: Buffer
    created_at: CreatedAt
    expires_at: Date
  }
  access_tokens: {
    workspace_id: string
    id: string
    person_id: string | null
    name: string
    role: Role
    token_digest: Buffer
    pepper_fingerprint: Buffer
    hint: string
    created_at: CreatedAt
    expires_at: Date
    last_used_at: ColumnType<Date | null, never, Date>
  }
}
