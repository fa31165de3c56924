import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { isAskedBy } from './asked-by.ts'
import type { Trace } from '@footnote/contract/admin/messages'
import type { ContentColumns } from './answer-content.ts'
import { CONTENT, readContent, replaceContent } from './answer-content.ts'

/**
 * Deletes a message with its rating, form outcome and trace, and its thread when it was the last one.
 * The question stays counted. False when there is no such message.
 */
export async function deleteMessage(tx: TenantTransaction, id: string): Promise<boolean> {
  const threadId = await lockThread(tx, id)
  if (threadId === null) return false
  const { numDeletedRows } = await tx
    .deleteFrom('messages')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  await forgetInTraces(tx, threadId, id)
  await sql`
    delete from threads t where t.id = ${threadId}
      and not exists (select from messages m where m.thread_id = t.id)`.execute(tx)
  return true
}

/**
 * Waits for a follow-up that is being stored. Only a statement that begins after it commits sees its
 * message; one that waited for it would delete the thread with the follow-up in it.
 */
async function lockThread(tx: TenantTransaction, messageId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select t.id from threads t
    join messages m on m.knowledge_base_id = t.knowledge_base_id and m.thread_id = t.id
    where m.id = ${messageId} for update of t`.execute(tx)
  return rows[0]?.id ?? null
}

type FollowUp = ContentColumns & { id: string; question: string; source_documents: string[] }

/**
 * The trace of a follow-up shows a search with words from earlier turns. It is reduced to its own
 * question.
 */
async function forgetInTraces(tx: TenantTransaction, threadId: string, id: string): Promise<void> {
  const { rows } = await sql<FollowUp>`
    select m.id, m.question, m.source_documents, ${CONTENT} from messages m
    where m.thread_id = ${threadId} and m.id > ${id} for update`.execute(tx)
  for (const row of rows) {
    const content = readContent(row)
    const trace = withoutTurn(content.trace, row.question, id)
    if (trace === content.trace) continue
    const message = { ...row, sourceDocumentIds: row.source_documents }
    await replaceContent(tx, message, { ...content, trace }, row.packed !== null)
  }
}

/** The same trace where nothing in it is of that turn. */
function withoutTurn(trace: Trace, question: string, id: string): Trace {
  const { prompt, search, missing_words: _, ...rest } = trace
  const { searches: _searches, typed: _typed, ...asked } = search
  const ids = prompt.earlier_message_ids
  if (search.rewritten_by === 'none' && !ids.includes(id)) return trace
  return {
    ...rest,
    search: { ...asked, text: question, rewritten_by: 'none' },
    prompt: { ...prompt, earlier_message_ids: ids.filter((earlier) => earlier !== id) },
  }
}

/** Deletes a thread with its messages. False if there is no such thread. */
export async function deleteThread(tx: TenantTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('threads')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export type AskerThreads = { threads: number; messages: number }

export async function countThreads(tx: TenantTransaction, asker: string): Promise<AskerThreads> {
  const { rows } = await sql<AskerThreads>`
    select count(distinct t.id)::int as threads, count(m.id)::int as messages
    from threads t
    left join messages m on m.knowledge_base_id = t.knowledge_base_id and m.thread_id = t.id
    where ${isAskedBy(asker)}`.execute(tx)
  return rows[0] ?? { threads: 0, messages: 0 }
}

/** Deletes at most `most` conversations of an asker. None are left once it deletes none. */
export async function deleteThreads(
  tx: TenantTransaction,
  asker: string,
  most: number,
): Promise<AskerThreads> {
  const { rows } = await sql<AskerThreads>`
    with chosen as (
      select t.id from threads t where ${isAskedBy(asker)} limit ${most} for update
    ), answers as (
      delete from messages m using chosen c where m.thread_id = c.id returning m.id
    ), conversations as (
      delete from threads t using chosen c where t.id = c.id returning t.id
    )
    select (select count(*) from conversations)::int as threads,
           (select count(*) from answers)::int as messages`.execute(tx)
  return rows[0] ?? { threads: 0, messages: 0 }
}
