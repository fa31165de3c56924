import type { Citation } from '@footnote/contract/public/citation'
import { sql } from 'kysely'
import type { Trace } from '@footnote/contract/admin/messages'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { FormOutcome } from './form-outcomes.ts'

export type StoredMessage = {
  id: string
  thread_id: string
  widget_id: string | null
  asker: string | null
  source: string
  question: string
  answer: string
  citations: Citation[]
  covered: boolean
  vote: 'up' | 'down' | null
  comment: string | null
  page_url: string | null
  form_outcome: FormOutcome | null
  created_at: Date
}

const COLUMNS = sql`m.id, m.thread_id, m.widget_id, t.asker, m.source, m.question, m.answer,
  m.citations, m.covered, r.vote, r.comment, m.page_url, f.outcome as form_outcome, m.created_at`

/** Under Zero data retention nothing is shown, even before the last of it is erased. */
const FROM = sql`from messages m
  join workspaces w on w.id = current_workspace() and w.retention <> 'zero'
  join threads t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.thread_id
  left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
  left join form_outcomes f on f.knowledge_base_id = m.knowledge_base_id and f.message_id = m.id`

export type MessagePage = {
  limit: number
  before: string | null
  covered: boolean | null
  /** Only what the knowledge base did not cover, or a reader rated down. */
  gap: boolean
}

/** Newest first: ids are ordered by time. */
export async function listMessages(
  tx: TenantTransaction,
  { limit, before, covered, gap }: MessagePage,
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select ${COLUMNS} ${FROM}
    where (${before}::uuid is null or m.id < ${before}::uuid)
      and (${covered}::boolean is null or m.covered = ${covered}::boolean)
      and (not ${gap}::boolean or not m.covered or r.vote = 'down')
    order by m.id desc limit ${limit}`.execute(tx)
  return rows
}

export async function findMessage(
  tx: TenantTransaction,
  id: string,
): Promise<(StoredMessage & { trace: Trace }) | undefined> {
  const { rows } = await sql<StoredMessage & { trace: Trace }>`
    select ${COLUMNS}, m.trace ${FROM} where m.id = ${id}`.execute(tx)
  return rows[0]
}
