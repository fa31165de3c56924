import type { Trace } from '@footnote/contract/admin/messages'
import { Client } from 'pg'
import { unpackAnswer } from '../../../server/src/conversations/packed-answer.ts'
import { newId } from '../../../server/src/platform/new-id.ts'

export type MessageHome = { workspaceId: string; knowledgeBaseId: string }

type MessageSettings = {
  widgetId?: string
  question?: string
  answer?: string
  source?: string
}

/** The trace of an answer that nothing was searched for. */
export const TRACE: Trace = {
  request_id: newId(),
  search: { text: '', rewritten_by: 'none', top_k: 10, group_ids: null },
  candidates: [],
  prompt: { earlier_message_ids: [], chunk_ids: [], voice: false },
  model: 'extract',
  declined_by: null,
  input_tokens: null,
  output_tokens: null,
  dropped_citations: [],
  timings_ms: {},
}

/** The trace of a question that was searched for as typed. */
export const traceOf = (question: string, change: Partial<Trace> = {}): Trace => ({
  ...TRACE,
  search: { ...TRACE.search, text: question },
  ...change,
})

/** Puts an answered question straight into the database, as the owner. Returns its id. */
export async function storeMessage(
  ownerUrl: string,
  home: MessageHome,
  { widgetId, question = 'Why?', answer = 'Because.', source = 'api' }: MessageSettings = {},
): Promise<string> {
  const threadId = newId()
  const messageId = newId()
  await asTenant(ownerUrl, home, async (client) => {
    await client.query('insert into threads (knowledge_base_id, id) values ($1, $2)', [
      home.knowledgeBaseId,
      threadId,
    ])
    await client.query(
      `insert into messages
         (knowledge_base_id, id, thread_id, widget_id, source, question, answer, covered, trace)
       values ($1, $2, $3, $4, $5, $6, $7, true, $8)`,
      [
        home.knowledgeBaseId,
        messageId,
        threadId,
        widgetId ?? null,
        source,
        question,
        answer,
        TRACE,
      ],
    )
    await client.query(
      `insert into message_search (knowledge_base_id, message_id, words, facets)
       select m.knowledge_base_id, m.id, '{}', message_facets(m, null, null, false, '{}')
       from messages m where m.id = $1`,
      [messageId],
    )
  })
  return messageId
}

/** The text of the answer; none if there is no such message. */
export const storedAnswers = (
  ownerUrl: string,
  home: MessageHome,
  messageId: string,
): Promise<string[]> =>
  asTenant(ownerUrl, home, async (client) => {
    const { rows } = await client.query<{ packed: Buffer }>(
      'select packed from messages where id = $1',
      [messageId],
    )
    return rows.map(({ packed }) => unpackAnswer(packed).answer)
  })

export type StoredRating = {
  id: string
  vote: string
  reason: string | null
  comment: string | null
  source: string
}

/** What the database holds of the ratings of an answer. */
export const storedRatings = (
  ownerUrl: string,
  home: MessageHome,
  messageId: string,
): Promise<StoredRating[]> =>
  asTenant(ownerUrl, home, async (client) => {
    const { rows } = await client.query<StoredRating>(
      'select id, vote, reason, comment, source from ratings where message_id = $1',
      [messageId],
    )
    return rows
  })

/** Runs statements as the owner, who too sees nothing without a tenant. */
export async function asTenant<Result>(
  ownerUrl: string,
  home: MessageHome,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('footnote.workspace_id', $1, true),
              set_config('footnote.knowledge_base_id', $2, true)`,
      [home.workspaceId, home.knowledgeBaseId],
    )
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

/** A gap of the questions of one conversation. */
export const storeGap = (
  client: Client,
  { id, knowledgeBaseId, threadId }: { id: string; knowledgeBaseId: string; threadId: string },
) =>
  client.query(
    `with gap as (insert into gaps (knowledge_base_id, id, model, centre)
                  values ($1, $2, 'steered@64', '[1]') returning id)
     insert into gap_questions (knowledge_base_id, message_id, gap_id, vector)
     select $1, m.id, gap.id, '[1]' from gap, messages m where m.thread_id = $3
     on conflict (knowledge_base_id, message_id) do update set gap_id = excluded.gap_id, vector = '[1]'`,
    [knowledgeBaseId, id, threadId],
  )
