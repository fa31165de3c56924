import { readerRoutes } from '@footnote/contract/public/public-routes'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { admitQuestion } from '../../answering/admit.ts'
import { answer } from '../../answering/answer.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { sendFrames } from '../sse.ts'

export const chatRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { stopSignal, isReady } = deps
    const options = ({ slot }: FastifyRequest) => ({
      stopSignal,
      isReady,
      // By then the search is done; the rest is up to the model.
      onFirstFrame: () => slot?.endWork(),
    })
    serve(app, readerRoutes.chat, async (request, reply) => {
      const { caller, body, id: requestId, headers } = request
      const context = { requestId, origin: headers.origin, source: 'api' } as const
      // May refuse: plain JSON with a 4xx.
      const question = await admitQuestion(deps.db, caller, body, context)
      // Cannot refuse: status 200 has been sent, so an error is a frame.
      await sendFrames(reply, options(request), (signal) => answer(deps, question, signal))
    })
    serve(app, readerRoutes.threadChat, async (request, reply) => {
      const { caller, body, id: requestId, headers } = request
      const threadInPath = request.params.threadId
      const context = { requestId, origin: headers.origin, threadInPath, source: 'api' } as const
      const question = await admitQuestion(deps.db, caller, body, context)
      await sendFrames(reply, options(request), (signal) => answer(deps, question, signal))
    })
  }
