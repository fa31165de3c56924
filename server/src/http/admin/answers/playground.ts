import { playgroundRoutes as routes } from '@footnote/contract/admin/routes/playground-routes'
import type { FastifyPluginAsync } from 'fastify'
import { admitPlaygroundQuestion } from '../../../answering/admit.ts'
import { answerInPlayground, chooseModel, findTrialCaller } from '../../../answering/playground.ts'
import type { Deps } from '../../deps.ts'
import { createConcurrencyLimit } from '../../load/concurrency-limit.ts'
import { serve } from '../../serve.ts'
import { findTenant } from '../as-operator.ts'
import type { OperatorStreams } from '../operator-streams.ts'

/** No allowance bounds them, and a model is paid for each. */
const MAX_TRIALS = 20

export const playgroundRoutes =
  (deps: Deps, streams: OperatorStreams): FastifyPluginAsync =>
  async (app) => {
    const trials = createConcurrencyLimit(MAX_TRIALS)
    serve(app, routes.askPlayground, async (request, reply) => {
      const { body } = request
      const tenant = await findTenant(deps.operatorDb, request)
      const caller = await findTrialCaller(deps.db, tenant, body.key_id)
      const question = await admitPlaygroundQuestion(deps.db, caller, body, request.id)
      const model = await chooseModel(deps, tenant, body)
      const { turns } = body
      using _slot = trials.take()
      await streams.send(request, reply, (signal) =>
        answerInPlayground(deps, question, { model, turns }, signal),
      )
    })
  }
