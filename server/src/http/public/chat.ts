import { ChatBody } from '@footnote/contract/chat'
import { KnowledgeBaseParams, ThreadParams } from '@footnote/contract/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { admitQuestion } from '../../answering/admit.ts'
import { answer } from '../../answering/answer.ts'
import type { Deps } from '../deps.ts'
import { sendFrames } from '../sse.ts'

export const chatRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-bases/:knowledgeBaseId/chat',
      { schema: { params: KnowledgeBaseParams, body: ChatBody }, config: { captcha: 'chat' } },
      async (request, reply) => {
        const { caller, body, id: requestId, headers } = request
        const context = { requestId, origin: headers.origin, source: 'api' } as const
        // May refuse: plain JSON with a 4xx.
        const question = await admitQuestion(deps.db, caller, body, context)
        // Cannot refuse: status 200 is sent, so trouble is a frame.
        await sendFrames(reply, deps, (signal) => answer(deps, question, signal))
      },
    )
    app.post(
      '/threads/:threadId/chat',
      { schema: { params: ThreadParams, body: ChatBody }, config: { captcha: 'chat' } },
      async (request, reply) => {
        const { caller, body, id: requestId, headers } = request
        const threadInPath = request.params.threadId
        const context = { requestId, origin: headers.origin, threadInPath, source: 'api' } as const
        const question = await admitQuestion(deps.db, caller, body, context)
        await sendFrames(reply, deps, (signal) => answer(deps, question, signal))
      },
    )
  }
