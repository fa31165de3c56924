import { KnowledgeBaseParams } from '@footnote/contract/params'
import type { SuggestedQuestionsResponse } from '@footnote/contract/suggested-questions'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { suggestQuestions } from '../../questions/starter-questions.ts'
import type { Deps } from '../deps.ts'

export const suggestedQuestionRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/knowledge-bases/:knowledgeBaseId/suggested-questions',
      { schema: { params: KnowledgeBaseParams } },
      async (request): Promise<SuggestedQuestionsResponse> => ({
        questions: await suggestQuestions(deps.db, request.caller),
      }),
    )
  }
