import { messageRoutes as routes } from '@footnote/contract/admin/routes/message-routes'
import type { MessagesExportQuery } from '@footnote/contract/admin/message-queries'
import type { Message } from '@footnote/contract/admin/messages'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { replay } from '../../answering/replay.ts'
import type { StoredMessage } from '../../conversations/messages.ts'
import { findMessage, listMessages, listThreadMessages } from '../../conversations/messages.ts'
import { reviewMessage } from '../../conversations/review-message.ts'
import { findSearchContext } from '../../knowledge/search-context.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import { analyseQuery } from '../../text/analysed-query.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import { csvLine } from '../csv.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import type { Export } from '../stream-export.ts'
import { EXPORT_PAGE } from '../stream-export.ts'
import { asOperator } from './as-operator.ts'
import type { OperatorStreams } from './operator-streams.ts'

export const messageRoutes =
  (deps: Deps, { sendFile }: OperatorStreams): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db } = deps

    const requireMessage = (request: FastifyRequest, messageId: string) =>
      asOperator(db, request, async (tx, tenant) => {
        const message = await findMessage(tx, messageId)
        if (!message) throw new Refusal('NOT_FOUND')
        return { tenant, message }
      })

    const listed = async (
      request: FastifyRequest,
      { q, ...filters }: MessagesExportQuery,
      page: { limit: number; before: string | null },
    ): Promise<Message[]> => {
      const isViewer = request.operator.role === 'viewer'
      if (isViewer && filters.asker !== undefined) throw new Refusal('FORBIDDEN')
      const found = await asOperator(db, request, async (tx, tenant) => {
        const words = q === undefined ? undefined : await analysed(tx, tenant, q)
        return listMessages(tx, tenant, { ...page, filters: { ...filters, q: words } })
      })
      return found.map((message) => toMessage(message, request))
    }

    const exported = (
      request: FastifyRequest,
      filters: MessagesExportQuery,
    ): Pick<Export<Message>, 'read'> => ({
      read: (after) => listed(request, filters, { limit: EXPORT_PAGE, before: after?.id ?? null }),
    })

    serve(app, routes.listMessages, async (request) => {
      const { limit, before = null, ...filters } = request.query
      return { messages: await listed(request, filters, { limit, before }) }
    })
    serve(app, routes.exportMessagesAsCsv, (request, reply) =>
      sendFile<Message>(request, reply, {
        ...exported(request, request.query),
        contentType: 'text/csv; charset=utf-8',
        fileName: 'questions.csv',
        head: csvLine(CSV_COLUMNS),
        line: (message) => csvLine(CSV_COLUMNS.map((column) => message[column])),
      }),
    )
    serve(app, routes.exportMessagesAsJson, (request, reply) =>
      sendFile<Message>(request, reply, {
        ...exported(request, request.query),
        contentType: 'application/x-ndjson; charset=utf-8',
        fileName: 'questions.ndjson',
        head: '',
        line: (message) => `${JSON.stringify(message)}\n`,
      }),
    )
    serve(app, routes.reviewMessage, (request) =>
      asOperator(db, request, async (tx) => {
        const { messageId } = request.params
        const before = await findMessage(tx, messageId)
        if (!before) throw new Refusal('NOT_FOUND')
        request.auditedBefore = { reviewed: before.reviewed_at !== null, tags: before.tags }
        await reviewMessage(tx, messageId, request.body)
        const message = await findMessage(tx, messageId)
        if (!message) throw new Refusal('NOT_FOUND')
        return toMessage(message, request)
      }),
    )
    serve(app, routes.getThread, (request) =>
      asOperator(db, request, async (tx) => {
        const messages = await listThreadMessages(tx, request.params.threadId)
        const [first] = messages
        if (!first) throw new Refusal('NOT_FOUND')
        const { thread_id: id, asker, created_at } = toMessage(first, request)
        return { id, asker, created_at, messages: messages.map((one) => toMessage(one, request)) }
      }),
    )
    serve(app, routes.getMessage, async (request) => {
      const { message } = await requireMessage(request, request.params.messageId)
      return { ...toMessage(message, request), trace: message.trace }
    })
    serve(app, routes.replayMessage, async (request, reply) => {
      const { tenant, message } = await requireMessage(request, request.params.messageId)
      return replay(deps, tenant, message.trace, disconnectSignal(reply))
    })
  }

const analysed = async (tx: TenantTransaction, tenant: Tenant, text: string) =>
  analyseQuery(await findSearchContext(tx, tenant), text)

const CSV_COLUMNS = [
  'created_at',
  'question',
  'answer',
  'covered',
  'vote',
  'reason',
  'comment',
  'reviewed_at',
  'tags',
  'note',
  'source',
  'language',
  'model',
  'asker',
  'page_url',
  'widget_id',
  'key_id',
  'form_outcome',
  'first_delta_ms',
  'total_ms',
  'input_tokens',
  'output_tokens',
  'cost',
  'citations',
  'thread_id',
  'id',
] as const satisfies readonly (keyof Message)[]

/** A viewer reads what was asked, not who asked. */
const toMessage = (
  message: StoredMessage,
  { operator }: Pick<FastifyRequest, 'operator'>,
): Message => ({
  id: message.id,
  thread_id: message.thread_id,
  widget_id: message.widget_id,
  asker: operator.role === 'viewer' ? null : message.asker,
  source: message.source,
  question: message.question,
  answer: message.answer,
  citations: [...message.citations],
  covered: message.covered,
  vote: message.vote,
  reason: message.reason,
  comment: message.comment,
  page_url: message.page_url,
  form_outcome: message.form_outcome,
  key_id: message.key_id,
  language: message.language,
  model: message.model,
  first_delta_ms: message.first_delta_ms,
  total_ms: message.total_ms,
  input_tokens: message.input_tokens,
  output_tokens: message.output_tokens,
  cost: message.cost === null ? null : Number(message.cost),
  reviewed_at: message.reviewed_at?.toISOString() ?? null,
  tags: message.tags,
  note: message.note,
  created_at: message.created_at.toISOString(),
})
