import type { Citation } from '@footnote/contract/citation'
import { sql } from 'kysely'
import { PREPARED } from '../platform/prepared.ts'
import type { TenantTransaction } from '../platform/tenant.ts'
import { settlement } from '../workspaces/quota.ts'

export type MessageSource = 'api' | 'widget' | 'websocket' | 'mcp' | 'form_deflect' | 'bot'

export type NewTurn = {
  knowledgeBaseId: string
  threadId: string
  messageId: string
  /** Only a new thread takes it. */
  asker: string | null
  widgetId: string | null
  source: MessageSource
  pageUrl: string | null
  question: string
  answer: string
  citations: readonly Citation[]
  covered: boolean
  sourceDocumentIds: readonly string[]
  trace: object
}

/**
 * Stores a turn and counts its question. One statement, so that an answer costs few round trips; the
 * count comes last, for it locks the workspace's until the commit.
 */
export async function saveTurn(
  tx: TenantTransaction,
  turn: NewTurn,
  reservationId: string,
): Promise<void> {
  await sql`${PREPARED}
    with thread as (
      insert into threads (knowledge_base_id, id, asker)
      values (${turn.knowledgeBaseId}, ${turn.threadId}, ${turn.asker})
      on conflict (knowledge_base_id, id) do update set last_message_at = now()
      returning knowledge_base_id, id
    ), message as (
    insert into messages (knowledge_base_id, id, thread_id, widget_id, source, question, answer,
                          citations, covered, source_documents, trace, page_url)
    select knowledge_base_id, ${turn.messageId}::uuid, id, ${turn.widgetId}::uuid, ${turn.source},
           ${turn.question}, ${turn.answer}, ${JSON.stringify(turn.citations)}::jsonb, ${turn.covered},
           ${turn.sourceDocumentIds}::uuid[], ${JSON.stringify(turn.trace)}::jsonb,
           ${turn.pageUrl}::text
    from thread returning id)
    select ${settlement(reservationId)} from message`.execute(tx)
}
