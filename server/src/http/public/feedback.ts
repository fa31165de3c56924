import type { FeedbackRecord } from '@footnote/contract/feedback'
import { FeedbackBody } from '@footnote/contract/feedback'
import { MessageParams } from '@footnote/contract/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Rating } from '../../conversations/ratings.ts'
import { rateMessage, withdrawRating } from '../../conversations/ratings.ts'
import type { Deps } from '../deps.ts'

export const feedbackRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const gated = { schema: { body: FeedbackBody }, config: { captcha: 'feedback' } } as const
    app.post('/feedback', gated, async (request, reply) => {
      const { caller, body } = request
      const { message_id: messageId, rating: vote, comment } = body
      const stored = await rateMessage(deps.db, caller, { messageId, vote, comment })
      return reply.status(201).send(toRecord(caller.workspaceId, stored))
    })

    app.delete(
      '/feedback/:messageId',
      { schema: { params: MessageParams } },
      async (request, reply) => {
        await withdrawRating(deps.db, request.caller, request.params.messageId)
        return reply.status(204).send()
      },
    )
  }

const toRecord = (workspaceId: string, rating: Rating): FeedbackRecord => ({
  id: rating.id,
  workspace_id: workspaceId,
  message_id: rating.message_id,
  vote: rating.vote,
  comment: rating.comment ?? '',
  source: rating.source,
  created_at: rating.created_at.toISOString(),
  updated_at: rating.updated_at.toISOString(),
})
