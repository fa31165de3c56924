import type { Citation } from '@footnote/contract/public/citation'
import { sql } from 'kysely'
import { inGroups } from '../platform/database/group-scope.ts'
import type { Caller } from '../access/caller.ts'
import type { ContentColumns } from './answer-content.ts'
import { CONTENT, readContent } from './answer-content.ts'
import { toOwner } from './thread-owner.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'

export type Turn = {
  messageId: string
  question: string
  answer: string
  /** All documents that the answer was written from. */
  sourceDocumentIds: string[]
  /** The sections that it cited. */
  shown: readonly Pick<Citation, 'document_id' | 'chunk_id' | 'heading_path'>[]
}

/**
 * Whether the conversation exists, has not outlived the workspace's retention, and is the reader's own. One
 * that nobody in particular began is continued by nobody in particular.
 */
export async function threadExists(
  tx: TenantTransaction,
  threadId: string,
  reader: Caller['reader'],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from threads t join workspaces w on w.id = current_workspace()
    where t.id = ${threadId} and t.reader is not distinct from ${toOwner(reader)}
      and (w.thread_retention_days is null
           or t.last_message_at > now() - make_interval(days => w.thread_retention_days))`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * The latest turns, oldest first, without those based on a document that the reader may no longer see:
 * restricted or deleted since, or outside the groups of this question.
 */
export async function readableTurns(
  tx: TenantTransaction,
  threadId: string,
  groupIds: readonly string[] | null,
  most: number,
): Promise<Turn[]> {
  const { rows } = await sql<ContentColumns & Stored>`
    select id, question, source_documents, ${CONTENT} from messages m
    where thread_id = ${threadId} and not exists (
      select 1 from unnest(m.source_documents) s (document_id)
      left join readable_documents d
        on d.id = s.document_id
        and ${inGroups(groupIds, sql`d.group_id`)}
      where d.id is null)
    order by created_at desc, id desc limit ${most}`.execute(tx)
  return rows.toReversed().map((row) => {
    const { answer, citations } = readContent(row)
    return {
      messageId: row.id,
      question: row.question,
      answer,
      sourceDocumentIds: row.source_documents,
      shown: citations,
    }
  })
}

type Stored = { id: string; question: string; source_documents: string[] }
