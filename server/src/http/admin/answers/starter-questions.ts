import { starterQuestionRoutes as routes } from '@footnote/contract/admin/routes/starter-question-routes'
import type { FastifyPluginAsync } from 'fastify'
import { queueStarterRefresh } from '../../../knowledge/starter-refresh.ts'
import { listGenerated } from '../../../questions/starter-questions.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'

export const starterQuestionRoutes =
  ({ operatorDb: db, queue }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.listStarterQuestions, (request) => asOperator(db, request, listGenerated))
    serve(app, routes.refreshStarterQuestions, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        await queueStarterRefresh({ tx, queue, tenant }, 0)
        return listGenerated(tx, tenant)
      }),
    )
  }
