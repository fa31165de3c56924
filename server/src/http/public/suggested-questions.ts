import { readerRoutes } from '@footnote/contract/public/public-routes'
import type { FastifyPluginAsync } from 'fastify'
import { suggestQuestions } from '../../questions/starter-questions.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'

export const suggestedQuestionRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, readerRoutes.suggestedQuestions, (request) =>
      suggestQuestions(deps.db, request.caller, request.query),
    )
  }
