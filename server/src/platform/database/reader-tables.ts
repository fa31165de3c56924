import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt } from './created-at.ts'

export type ReaderTables = {
  client_keys: {
    knowledge_base_id: string
    id: string
    workspace_id: string
    name: string
    kind: 'public' | 'secret'
    lookup_digest: Buffer
    secret_digest: Buffer | null
    pepper_fingerprint: Buffer | null
    hint: string
    captcha: Generated<boolean>
    captcha_hostnames: Generated<string[]>
    allowed_origins: string[] | null
    allowed_addresses: Generated<string[]>
    expires_at: Date | null
    created_at: CreatedAt
    revoked_at: ColumnType<Date | null, never, Date>
  }
  client_key_groups: {
    knowledge_base_id: string
    key_id: string
    group_id: string
  }
  widgets: {
    knowledge_base_id: string
    id: string
    name: string
    enabled: boolean
    allowed_origins: string[]
    voice: string
    config: ColumnType<Record<string, unknown>, object | undefined, object>
    created_at: CreatedAt
  }
  threads: {
    knowledge_base_id: string
    id: string
    asker: string | null
    created_at: CreatedAt
    last_message_at: ColumnType<Date, never, Date>
  }
  /** One question with its answer. */
  messages: {
    knowledge_base_id: string
    id: string
    thread_id: string
    widget_id: string | null
    source: string
    question: string
    /** This, `citations` and `trace` are read by `conversations/answer-content.ts`. */
    answer: string
    citations: JSONColumnType<object[]>
    trace: JSONColumnType<object>
    packed: Buffer | null
    searched_text: string | null
    covered: boolean
    source_documents: string[]
    cited_documents: number | null
    page_url: string | null
    /** The client key, or the reader who signed in. */
    key_id: string | null
    language: string | null
    model: string | null
    first_delta_ms: number | null
    total_ms: number | null
    input_tokens: number | null
    output_tokens: number | null
    cost: string | null
    created_at: CreatedAt
  }
  question_reservations: {
    workspace_id: string
    id: string
    month: string
    expires_at: Date
  }
  ratings: {
    knowledge_base_id: string
    id: string
    message_id: string
    vote: 'up' | 'down'
    reason: 'wrong' | 'outdated' | 'incomplete' | 'not_my_question' | null
    comment: string | null
    source: string
    created_at: CreatedAt
    updated_at: ColumnType<Date, never, Date>
  }
  form_outcomes: {
    knowledge_base_id: string
    message_id: string
    outcome: 'deflected' | 'submitted'
    created_at: CreatedAt
    updated_at: ColumnType<Date, never, Date>
  }
}
