import { answerDiffRoutes as routes } from '@footnote/contract/admin/diffs/answer-diff-routes'
import type { FastifyPluginAsync } from 'fastify'
import {
  deleteDiff,
  findDiff,
  listDiffItems,
  listDiffs,
  startDiff,
} from '../../../evaluations/diffs/diffs.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'
import { listPage } from '../list-page.ts'

export const answerDiffRoutes =
  ({ operatorDb: db, queue }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.listAnswerDiffs, async (request) => {
      const { rows, next_cursor } = await asOperator(db, request, (tx) =>
        listPage(request.query, (page) => listDiffs(tx, page)),
      )
      return { answer_diffs: rows, next_cursor }
    })
    serve(app, routes.startAnswerDiff, (request) =>
      asOperator(db, request, (tx, tenant) => startDiff({ tx, queue, tenant }, request.body)),
    )
    serve(app, routes.getAnswerDiff, (request) =>
      asOperator(db, request, async (tx) => {
        const { answerDiffId: id } = request.params
        return { ...(await findDiff(tx, id)), items: await listDiffItems(tx, id) }
      }),
    )
    serve(app, routes.deleteAnswerDiff, (request) =>
      asOperator(db, request, (tx) => deleteDiff(tx, request.params.answerDiffId)),
    )
  }
