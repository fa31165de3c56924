import type { Message, TracedMessage, Replay } from '@footnote/contract/admin/messages'
import { MessagesQuery } from '@footnote/contract/admin/messages'
import { AdminKnowledgeBaseParams, AdminMessageParams } from '@footnote/contract/admin/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { replay } from '../../answering/replay.ts'
import type { StoredMessage } from '../../conversations/messages.ts'
import { findMessage, listMessages } from '../../conversations/messages.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withTenant } from '../../platform/tenant.ts'
import { whenReaderLeaves } from '../aborted.ts'
import type { Deps } from '../deps.ts'

const PATH = '/knowledge-bases/:knowledgeBaseId/messages'
const config = { allow: 'operator' } as const

export const messageRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { operatorDb: db } = deps

    async function requireMessage(knowledgeBaseId: string, messageId: string) {
      const tenant = await findKnowledgeBase(db, knowledgeBaseId)
      const message = await withTenant(db, tenant, (tx) => findMessage(tx, messageId))
      if (!message) throw new Refusal('NOT_FOUND')
      return { tenant, message }
    }

    app.get(
      PATH,
      { schema: { params: AdminKnowledgeBaseParams, querystring: MessagesQuery }, config },
      async (request) => {
        const { limit, before = null, covered, gap } = request.query
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        const page = {
          limit,
          before,
          covered: covered === undefined ? null : covered === 'true',
          gap: gap === 'true',
        }
        const messages = await withTenant(db, tenant, (tx) => listMessages(tx, page))
        return { messages: messages.map(toMessage) }
      },
    )
    app.get(
      `${PATH}/:messageId`,
      { schema: { params: AdminMessageParams }, config },
      async (request): Promise<TracedMessage> => {
        const { knowledgeBaseId, messageId } = request.params
        const { message } = await requireMessage(knowledgeBaseId, messageId)
        return { ...toMessage(message), trace: message.trace }
      },
    )
    app.post(
      `${PATH}/:messageId/replay`,
      { schema: { params: AdminMessageParams }, config },
      async (request, reply): Promise<Replay> => {
        const { knowledgeBaseId, messageId } = request.params
        const { tenant, message } = await requireMessage(knowledgeBaseId, messageId)
        return replay(deps, tenant, message.trace, whenReaderLeaves(reply))
      },
    )
  }

const toMessage = (message: StoredMessage): Message => ({
  id: message.id,
  thread_id: message.thread_id,
  widget_id: message.widget_id,
  asker: message.asker,
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
