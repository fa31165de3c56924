import { evaluationRoutes as routes } from '@footnote/contract/admin/evaluations/evaluation-routes'
import type { FastifyPluginAsync } from 'fastify'
import { chooseModel } from '../../../answering/playground.ts'
import { compareItems } from '../../../evaluations/compare.ts'
import {
  deleteEvaluation,
  findEvaluation,
  listEvaluations,
  listItems,
  startEvaluation,
} from '../../../evaluations/evaluations.ts'
import { findGate, putGate } from '../../../evaluations/gate.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator, findTenant } from '../as-operator.ts'
import { listPage } from '../list-page.ts'

export const evaluationRoutes =
  ({ db: readersDb, operatorDb: db, languageModels, queue }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.listEvaluations, async (request) => {
      const { set_id: setId } = request.query
      const { rows, next_cursor } = await asOperator(db, request, (tx) =>
        listPage(request.query, (page) => listEvaluations(tx, { ...page, setId })),
      )
      return { evaluations: rows, next_cursor }
    })
    serve(app, routes.startEvaluation, async (request) => {
      const { model } = request.body
      // Refused now, rather than by the worker.
      const tenant = await findTenant(db, request)
      await chooseModel({ db: readersDb, languageModels }, tenant, { model: model ?? undefined })
      return asOperator(db, request, (tx) => startEvaluation({ tx, queue, tenant }, request.body))
    })
    serve(app, routes.compareEvaluations, (request) =>
      asOperator(db, request, async (tx) => {
        const { before, after } = request.query
        return {
          before: await findEvaluation(tx, before),
          after: await findEvaluation(tx, after),
          ...compareItems(await listItems(tx, before), await listItems(tx, after)),
        }
      }),
    )
    serve(app, routes.getEvaluation, (request) =>
      asOperator(db, request, async (tx) => {
        const { evaluationId: id } = request.params
        return { ...(await findEvaluation(tx, id)), items: await listItems(tx, id) }
      }),
    )
    serve(app, routes.deleteEvaluation, (request) =>
      asOperator(db, request, (tx) => deleteEvaluation(tx, request.params.evaluationId)),
    )
    serve(app, routes.getEvaluationGate, (request) => asOperator(db, request, findGate))
    serve(app, routes.putEvaluationGate, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { set_id, hold_syncs, hold_models } = await findGate(tx)
        request.auditedBefore = { set_id, hold_syncs, hold_models }
        await putGate(tx, tenant, request.body)
        return findGate(tx)
      }),
    )
  }
