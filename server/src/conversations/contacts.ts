import { MAX_CONTACTS_PER_HOUR } from '@footnote/contract/limits'
import type { ContactBody } from '@footnote/contract/public/contact'
import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { canContact } from '../knowledge/can-contact.ts'
import type { Db } from '../platform/database/db.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { Refusal } from '../platform/refusal.ts'
import { pageAddress } from '../text/page-address.ts'
import type { ContentColumns } from './answer-content.ts'
import { CONTENT, readContent } from './answer-content.ts'
import { refusalFor, requireOwn } from './ratings.ts'

const HOUR_SECONDS = 3600

/** Stores what is to be handed over by a worker. What was stored already stays as it is. */
export async function storeContact(
  db: Db,
  caller: Caller,
  body: ContactBody,
  hasMail: boolean,
): Promise<void> {
  const { id, name, email, message, message_id: messageId, page_url: pageUrl } = body
  await withTenant(db, caller, async (tx) => {
    if (!(await canContact(tx, caller, hasMail))) throw new Refusal('NOT_FOUND')
    if (messageId !== undefined) {
      await requireOwn(tx, caller, messageId)
      if (!(await isStored(tx, messageId))) throw await refusalFor(tx, messageId)
    }
    const page = pageUrl === undefined ? null : pageAddress(pageUrl)
    const { rows } = await sql<{ taken: boolean }>`
      select store_contact(${id}, ${messageId ?? null}, ${name}, ${email}, ${message}, ${page},
                           ${MAX_CONTACTS_PER_HOUR}) as taken`.execute(tx)
    if (!rows[0]?.taken) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: HOUR_SECONDS })
  })
}

/** Locked, so that a message deleted meanwhile is not found, instead of violating the foreign key. */
async function isStored(tx: TenantTransaction, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    select from messages where id = ${messageId} for key share`.execute(tx)
  return rows.length > 0
}

export type ConversationTurn = {
  question: string
  answer: string
  citations: { index: number; title: string; url: string }[]
}

export type ContactRequest = {
  id: string
  name: string
  email: string
  message: string
  page_url: string | null
  conversation: ConversationTurn[]
}

/** As it is still stored. Under Zero data retention nothing is read, even before it is erased. */
export async function readContact(
  tx: TenantTransaction,
  id: string,
): Promise<ContactRequest | undefined> {
  const { rows } = await sql<Omit<ContactRequest, 'conversation'> & { message_id: string | null }>`
    select c.id, c.name, c.email, c.message, c.page_url, c.message_id
    from contact_requests c
    where c.id = ${id}::uuid and c.name is not null
      and exists (select from workspaces where id = current_workspace() and retention <> 'zero')`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return undefined
  const { message_id: messageId, ...contact } = row
  return { ...contact, conversation: messageId === null ? [] : await readTurns(tx, messageId) }
}

/** The conversation up to an answer. */
async function readTurns(tx: TenantTransaction, messageId: string): Promise<ConversationTurn[]> {
  const { rows } = await sql<ContentColumns & { question: string }>`
    select m.question, ${CONTENT}
    from messages last join messages m on m.knowledge_base_id = last.knowledge_base_id
      and m.thread_id = last.thread_id and m.id <= last.id
    where last.id = ${messageId}
    order by m.id`.execute(tx)
  return rows.map((row) => {
    const { answer, citations } = readContent(row)
    return {
      question: row.question,
      answer,
      citations: citations.map(({ index, title, url }) => ({ index, title, url })),
    }
  })
}

/**
 * Forgets what has been delivered to every webhook, or was deleted there; an id is kept for a day, so that
 * a client that sends it again sends nothing more. What cannot be delivered goes after 30 days, with its
 * deliveries.
 */
export async function forgetContacts(db: Db): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from knowledge_bases`.execute(db)
  for (const { workspace_id: workspaceId, id: knowledgeBaseId } of rows) {
    await withTenant(db, { workspaceId, knowledgeBaseId }, async (tx) => {
      await sql`
        update contact_requests c set name = null, email = null, message = null, page_url = null
        where due_at is null and name is not null and not exists (
          select from webhook_deliveries d
          where d.workspace_id = ${workspaceId} and d.knowledge_base_id = ${knowledgeBaseId}
            and d.type = 'contact.requested' and d.data ->> 'contact_id' = c.id::text
            and d.state <> 'delivered')`.execute(tx)
      await sql`
        delete from contact_requests
        where created_at < now() - interval '30 days'
          or (name is null and created_at < now() - interval '1 day')`.execute(tx)
    })
  }
}

/** What somebody with this e-mail address wrote, and waits to be delivered. */
export async function deleteContactsOf(tx: TenantTransaction, email: string): Promise<void> {
  await sql`delete from contact_requests where lower(email) = lower(${email})`.execute(tx)
}
