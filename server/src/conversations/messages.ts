import type { Citation } from '@footnote/contract/public/citation'
import type { FeedbackReason } from '@footnote/contract/public/feedback'
import { sql } from 'kysely'
import type { Trace } from '@footnote/contract/admin/messages'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import type { FormOutcome } from './form-outcomes.ts'
import type { MessagePage } from './find-message-ids.ts'
import { findMessageIds } from './find-message-ids.ts'
import type { ContentColumns } from './answer-content.ts'
import { CONTENT, readContent } from './answer-content.ts'

export type StoredMessage = {
  id: string
  thread_id: string
  widget_id: string | null
  asker: string | null
  source: string
  question: string
  answer: string
  citations: readonly Citation[]
  covered: boolean
  vote: 'up' | 'down' | null
  reason: FeedbackReason | null
  comment: string | null
  page_url: string | null
  form_outcome: FormOutcome | null
  key_id: string | null
  language: string | null
  model: string | null
  first_delta_ms: number | null
  total_ms: number | null
  input_tokens: number | null
  output_tokens: number | null
  /** Exact, as the database writes it. */
  cost: string | null
  reviewed_at: Date | null
  tags: string[]
  note: string | null
  created_at: Date
}

const COLUMNS = sql`m.id, m.thread_id, m.widget_id, t.asker, m.source, m.question,
  ${CONTENT}, m.covered, r.vote, r.reason, r.comment, m.page_url, f.outcome as form_outcome, m.key_id,
  m.language, m.model, m.first_delta_ms, m.total_ms, m.input_tokens, m.output_tokens, m.cost::text,
  v.reviewed_at,
  coalesce(v.tags, '{}') as tags, v.note, m.created_at`

/** Under Zero data retention nothing is shown, even before the last of it is erased. */
const FROM = sql`from messages m
  join workspaces w on w.id = current_workspace() and w.retention <> 'zero'
  join threads t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.thread_id
  left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
  left join form_outcomes f on f.knowledge_base_id = m.knowledge_base_id and f.message_id = m.id
  left join message_reviews v on v.knowledge_base_id = m.knowledge_base_id and v.message_id = m.id`

type Row = Omit<StoredMessage, 'answer' | 'citations'> & ContentColumns

const toMessage = ({ packed, ...row }: Row): StoredMessage & { trace: Trace } => ({
  ...row,
  ...readContent({ packed, ...row }),
})

/** Newest first. */
export async function listMessages(
  tx: TenantTransaction,
  tenant: Tenant,
  page: MessagePage,
): Promise<StoredMessage[]> {
  const ids = await findMessageIds(tx, tenant, page)
  const { rows } = await sql<Row>`
    select ${COLUMNS} ${FROM} where m.id = any(${ids}::uuid[]) order by m.id desc`.execute(tx)
  return rows.map(toMessage)
}

/** The answers of a conversation, oldest first. */
export async function listThreadMessages(
  tx: TenantTransaction,
  threadId: string,
): Promise<StoredMessage[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} ${FROM} where m.thread_id = ${threadId}::uuid order by m.id`.execute(tx)
  return rows.map(toMessage)
}

export async function findMessage(
  tx: TenantTransaction,
  id: string,
): Promise<(StoredMessage & { trace: Trace }) | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} ${FROM} where m.id = ${id}`.execute(tx)
  return rows.map(toMessage)[0]
}
