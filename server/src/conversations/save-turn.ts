import type { Trace } from '@footnote/contract/admin/messages'
import type { Citation } from '@footnote/contract/public/citation'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { CountedAnswer } from '../analytics/count-answer.ts'
import { computeCost, countAnswerSql, countPageSql } from '../analytics/count-answer.ts'
import { citedFirst, contentValues, searchedText } from './answer-content.ts'
import { toOwner } from './thread-owner.ts'
import { runPrepared, sendAhead } from '../platform/database/statements.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { commitReservationSql } from '../workspaces/quota.ts'

export type MessageSource = 'api' | 'widget' | 'websocket' | 'mcp' | 'form_deflect' | 'bot'

export type NewTurn = {
  knowledgeBaseId: string
  threadId: string
  /** It continues a thread, which may have been deleted since the question was asked. */
  isFollowUp: boolean
  messageId: string
  /** Whose the thread is. */
  reader: Caller['reader']
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
  /** The question's language. */
  language: string
  /** The question's terms, salted with the knowledge base. */
  words: readonly number[]
  trace: Trace
}

/**
 * Stores a turn and counts its question, a statement each. Only the thread is waited for: the others leave
 * with the commit, which reports their failure. The count comes last because it locks the workspace's
 * count until the commit. False, and nothing is stored or counted, if the thread is gone; it waits for a
 * deletion that has not committed.
 */
export async function saveTurn(
  tx: TenantTransaction,
  turn: NewTurn,
  reservationId: string,
  { isPacked = true } = {},
): Promise<boolean> {
  if (!turn.isFollowUp) await createThread(tx, turn)
  else if (!(await continueThread(tx, turn))) return false
  await insertMessage(tx, turn, isPacked)
  await insertMessageSearch(tx, turn)
  const cost = sql<string | null>`(select cost from messages where id = ${turn.messageId}::uuid)`
  await count(tx, toCounted(turn), cost, turn.pageUrl, reservationId)
  return true
}

/** Counts a turn and its question, and stores nothing. */
export async function countTurn(
  tx: TenantTransaction,
  turn: NewTurn,
  reservationId: string,
): Promise<void> {
  const counted = toCounted(turn)
  await count(tx, counted, computeCost(counted), null, reservationId)
}

const createThread = (
  tx: TenantTransaction,
  { knowledgeBaseId, threadId, asker, reader }: NewTurn,
) =>
  sendAhead(
    tx,
    sql`insert into threads (knowledge_base_id, id, asker, reader)
        values (${knowledgeBaseId}, ${threadId}, stored_asker(${asker}), ${toOwner(reader)})`,
  )

async function continueThread(
  tx: TenantTransaction,
  { knowledgeBaseId, threadId }: NewTurn,
): Promise<boolean> {
  const threads = await runPrepared(
    tx,
    sql`update threads set last_message_at = now()
        where knowledge_base_id = ${knowledgeBaseId} and id = ${threadId}
        returning id`,
  )
  return threads.length > 0
}

function insertMessage(tx: TenantTransaction, turn: NewTurn, isPacked: boolean): Promise<void> {
  const counted = toCounted(turn)
  const { sourceDocuments, citedDocuments } = citedFirst(turn, turn.sourceDocumentIds)
  return sendAhead(
    tx,
    sql`
    insert into messages (knowledge_base_id, id, thread_id, widget_id, source, question,
                          answer, citations, trace, packed, searched_text,
                          covered, source_documents, cited_documents, page_url, key_id, language,
                          model, first_delta_ms, total_ms, input_tokens, output_tokens, cost)
    values (${turn.knowledgeBaseId}, ${turn.messageId}, ${turn.threadId}, ${turn.widgetId}, ${turn.source},
            ${turn.question}, ${contentValues(turn, isPacked)}, ${searchedText(turn, turn.question)},
            ${turn.covered}, ${sourceDocuments}, ${citedDocuments}, ${turn.pageUrl}, ${turn.keyId},
            ${turn.language}, ${turn.trace.model}, ${counted.firstDeltaMs},
            ${counted.totalMs}, ${turn.trace.input_tokens}, ${turn.trace.output_tokens},
            ${computeCost(counted)})`,
  )
}

/** What stored answers are filtered by, as numbers: see the migration 0009_conversations. */
const insertMessageSearch = (tx: TenantTransaction, { messageId, words }: NewTurn) =>
  sendAhead(
    tx,
    sql`insert into message_search (knowledge_base_id, message_id, words, facets)
        select m.knowledge_base_id, m.id, ${words}::int[], message_facets(m, null, null, false, '{}')
        from messages m where m.id = ${messageId}::uuid`,
  )

/** Counts the answer for analytics, its page where that is kept, and the question it was reserved for. */
const count = (
  tx: TenantTransaction,
  counted: CountedAnswer,
  cost: RawBuilder<string | null>,
  pageUrl: string | null,
  reservationId: string,
): Promise<void> =>
  sendAhead(
    tx,
    sql`select ${countAnswerSql(counted, cost)}, ${countPageSql({ ...counted, pageUrl })},
               ${commitReservationSql(reservationId)}`,
  )

const toCounted = ({ trace, ...turn }: NewTurn): CountedAnswer => ({
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
