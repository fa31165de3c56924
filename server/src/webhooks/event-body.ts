import type { WebhookEventName } from '@footnote/contract/admin/webhooks/webhook-events'
import { sql } from 'kysely'
import { readContact } from '../conversations/contacts.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { ContentColumns } from '../conversations/answer-content.ts'
import { CONTENT, readContent } from '../conversations/answer-content.ts'
import { shownQuestion } from '../questions/gaps/shown-question.ts'

export type StoredEvent = {
  type: WebhookEventName
  data: Record<string, unknown>
  created_at: Date
}

/** The body of a delivery, with what is still stored of the readers' words. */
export async function eventBody(
  tx: TenantTransaction,
  { type, data, created_at }: StoredEvent,
): Promise<string> {
  const texts = await readTexts(tx, type, data)
  return JSON.stringify({ type, timestamp: created_at.toISOString(), data: { ...data, ...texts } })
}

const NO_CONTACT = {
  id: null,
  name: null,
  email: null,
  message: null,
  page_url: null,
  conversation: [],
}

/** Under Zero data retention there is nothing to read, even before the last of it is erased. */
const IS_STORED = sql`
  exists (select from workspaces where id = current_workspace() and retention <> 'zero')`

async function readTexts(
  tx: TenantTransaction,
  type: WebhookEventName,
  data: Record<string, unknown>,
): Promise<object> {
  if (type === 'gap.created') {
    const { rows } = await sql<{ title: string }>`
      select coalesce(g.title, q.question) as title from gaps g
      cross join lateral (${shownQuestion(sql`g`)}) q
      where g.id = ${data['gap_id']}::uuid and ${IS_STORED}`.execute(tx)
    return rows[0] ?? { title: null }
  }
  if (type === 'contact.requested') {
    const { id: _, ...texts } = (await readContact(tx, String(data['contact_id']))) ?? NO_CONTACT
    return texts
  }
  if (type === 'rating.negative') {
    const { rows } = await sql<
      ContentColumns & { question: string; reason: string | null; comment: string | null }
    >`
      select m.question, ${CONTENT}, r.reason, r.comment from messages m
      left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
        and r.id = ${data['rating_id']}::uuid
      where m.id = ${data['message_id']}::uuid and ${IS_STORED}`.execute(tx)
    const [row] = rows
    if (!row) return { question: null, answer: null, reason: null, comment: null }
    const { question, reason, comment } = row
    return { question, answer: readContent(row).answer, reason, comment }
  }
  return {}
}
