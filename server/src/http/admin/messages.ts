import { messageRoutes as routes } from '@footnote/contract/admin/routes/message-routes'
import type { Message } from '@footnote/contract/admin/messages'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { replay } from '../../answering/replay.ts'
import type { StoredMessage } from '../../conversations/messages.ts'
import { findMessage, listMessages } from '../../conversations/messages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'

export const messageRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db } = deps

    const requireMessage = (request: FastifyRequest, messageId: string) =>
      asOperator(db, request, async (tx, tenant) => {
        const message = await findMessage(tx, messageId)
        if (!message) throw new Refusal('NOT_FOUND')
        return { tenant, message }
      })

    serve(app, routes.listMessages, async (request) => {
      const { limit, before = null, covered, gap } = request.query
      const page = {
        limit,
        before,
        covered: covered === undefined ? null : covered === 'true',
        gap: gap === 'true',
      }
      const messages = await asOperator(db, request, (tx) => listMessages(tx, page))
      return { messages: messages.map((message) => toMessage(message, request)) }
    })
    serve(app, routes.getMessage, async (request) => {
      const { message } = await requireMessage(request, request.params.messageId)
      return { ...toMessage(message, request), trace: message.trace }
    })
    serve(app, routes.replayMessage, async (request, reply) => {
      const { tenant, message } = await requireMessage(request, request.params.messageId)
      return replay(deps, tenant, message.trace, disconnectSignal(reply))
    })
  }

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
  citations: message.citations,
  covered: message.covered,
  vote: message.vote,
  comment: message.comment,
  page_url: message.page_url,
  form_outcome: message.form_outcome,
  created_at: message.created_at.toISOString(),
})
