import type { Trace } from '@footnote/contract/admin/messages'
import type { Citation } from '@footnote/contract/public/citation'
import { sql } from 'kysely'
import type { CountedAnswer } from '../analytics/count-answer.ts'
import { costOf, countAnswerSql, countPageSql } from '../analytics/count-answer.ts'
import { runPrepared } from '../platform/database/statements.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { commitReservationSql } from '../workspaces/quota.ts'
import type { PackedCandidates } from './packed-candidates.ts'

export type MessageSource = 'api' | 'widget' | 'websocket' | 'mcp' | 'form_deflect' | 'bot'

export type NewTurn = {
  knowledgeBaseId: string
  threadId: string
  /** It continues a thread, which may have been deleted since the question was asked. */
  isFollowUp: boolean
  messageId: string
  /** Stored with a new thread only, as far as the workspace wants it. */
  asker: string | null
  widgetId: string | null
  source: MessageSource
  pageUrl: string | null
  question: string
  answer: string
  citations: readonly Citation[]
  covered: boolean
  sourceDocumentIds: readonly string[]
  /** The client key, or the reader who signed in. */
  keyId: string | null
  /** Of the question. */
  language: string
  /** The question's terms, salted with the knowledge base. */
  words: readonly number[]
  trace: Pick<Trace, 'model' | 'timings_ms' | 'input_tokens' | 'output_tokens'>
  candidates?: PackedCandidates
}

/** The candidates are stored beside it. */
export type TurnTrace = Omit<Trace, 'candidates'>

/**
 * Stores a turn and counts its question. The count comes last because it locks the workspace's count until
 * the commit. False, and nothing is stored or counted, if the thread is gone; it waits for a deletion that
 * has not committed.
 */
export async function saveTurn(
  tx: TenantTransaction,
  turn: NewTurn,
  reservationId: string,
): Promise<boolean> {
  const { pageUrl } = turn
  const counted = countedOf(turn)
  const statement = sql`
    with thread as (${turn.isFollowUp ? continuedThread(turn) : newThread(turn)}
    ), message as (
    insert into messages (knowledge_base_id, id, thread_id, widget_id, source, question, answer,
                          citations, covered, source_documents, trace, candidates, page_url, key_id,
                          language, model, first_delta_ms, total_ms, input_tokens, output_tokens, cost)
    select knowledge_base_id, ${turn.messageId}::uuid, id, ${turn.widgetId}::uuid, ${turn.source},
           ${turn.question}, ${turn.answer}, ${JSON.stringify(turn.citations)}::jsonb, ${turn.covered},
           ${turn.sourceDocumentIds}::uuid[], ${storedTrace(turn)}::jsonb, ${packed(turn)}::bytea,
           ${turn.pageUrl}::text, ${turn.keyId}::uuid, ${turn.language}, ${turn.trace.model},
           ${counted.firstDeltaMs}::int, ${counted.totalMs}::int,
           ${turn.trace.input_tokens}::int, ${turn.trace.output_tokens}::int, ${costOf(counted)}
    from thread returning *
    ), search as (
    insert into message_search (knowledge_base_id, message_id, words, facets)
    select m.knowledge_base_id, m.id, ${turn.words}::int[],
           message_facets(m::messages, null, null, false, '{}')
    from message m
    )
    select ${countAnswerSql(counted, sql`message.cost`)}, ${countPageSql({ ...counted, pageUrl })},
           ${commitReservationSql(reservationId)}
    from message`
  return (await runPrepared(tx, statement)).length > 0
}

/** The version before looks for candidates in the trace, and finds none. */
const storedTrace = ({ trace }: NewTurn): string => JSON.stringify({ ...trace, candidates: [] })

const packed = ({ candidates }: NewTurn): Buffer | null =>
  candidates === undefined ? null : Buffer.from(candidates, 'latin1')

/** Counts a turn and its question, and stores nothing. */
export async function countTurn(
  tx: TenantTransaction,
  turn: NewTurn,
  reservationId: string,
): Promise<void> {
  const counted = countedOf(turn)
  await runPrepared(
    tx,
    sql`select ${countAnswerSql(counted, costOf(counted))}, ${commitReservationSql(reservationId)}`,
  )
}

const countedOf = ({ trace, ...turn }: NewTurn): CountedAnswer => ({
  ...turn,
  model: trace.model,
  inputTokens: trace.input_tokens,
  outputTokens: trace.output_tokens,
  firstDeltaMs: wholeMs(trace.timings_ms['first_delta']),
  totalMs: wholeMs(trace.timings_ms['settled']),
  citedDocumentIds: turn.citations.map((citation) => citation.document_id),
})

const wholeMs = (ms: number | undefined): number | null =>
  ms === undefined ? null : Math.round(ms)

const newThread = ({ knowledgeBaseId, threadId, asker }: NewTurn) => sql`
      insert into threads (knowledge_base_id, id, asker)
      values (${knowledgeBaseId}::uuid, ${threadId}::uuid, stored_asker(${asker}))
      returning knowledge_base_id, id`

const continuedThread = ({ knowledgeBaseId, threadId }: NewTurn) => sql`
      update threads set last_message_at = now()
      where knowledge_base_id = ${knowledgeBaseId} and id = ${threadId}
      returning knowledge_base_id, id`
