import type { FeedbackRecord } from '@footnote/contract/public/feedback'
import { readerRoutes } from '@footnote/contract/public/public-routes'
import type { FastifyPluginAsync } from 'fastify'
import type { Rating } from '../../conversations/ratings.ts'
import { rateMessage, withdrawRating } from '../../conversations/ratings.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'

export const feedbackRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, readerRoutes.rate, async ({ caller, body }) => {
      const { message_id: messageId, rating: vote, reason, comment } = body
      const stored = await rateMessage(deps.db, caller, { messageId, vote, reason, comment })
      return toRecord(caller.workspaceId, stored)
    })
    serve(app, readerRoutes.withdrawRating, async ({ caller, params }) => {
      await withdrawRating(deps.db, caller, params.messageId)
    })
  }

const toRecord = (workspaceId: string, rating: Rating): FeedbackRecord => ({
  id: rating.id,
  workspace_id: workspaceId,
  message_id: rating.message_id,
  vote: rating.vote,
  reason: rating.reason,
  comment: rating.comment ?? '',
  source: rating.source,
  created_at: rating.created_at.toISOString(),
  updated_at: rating.updated_at.toISOString(),
})
