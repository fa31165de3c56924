import type {
  NewQuestionsBody,
  SetQuestionBody,
} from '@footnote/contract/admin/evaluations/question-sets'
import { questionSetRoutes as routes } from '@footnote/contract/admin/evaluations/question-set-routes'
import type { FastifyPluginAsync } from 'fastify'
import {
  addQuestions,
  createSet,
  deleteSet,
  findSet,
  listSets,
  readSet,
  renameSet,
  replaceQuestions,
  toSet,
} from '../../../evaluations/sets/question-sets.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import { questionsFromCsv } from '../../../evaluations/sets/questions-from-csv.ts'
import { questionsFromMessages } from '../../../evaluations/sets/questions-from-messages.ts'
import { questionsFromPages } from '../../../evaluations/sets/questions-from-pages.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'
import { listPage } from '../list-page.ts'

export const questionSetRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.listQuestionSets, async (request) => {
      const { rows, next_cursor } = await asOperator(db, request, (tx) =>
        listPage(request.query, (page) => listSets(tx, page)),
      )
      return { question_sets: rows.map(toSet), next_cursor }
    })
    serve(app, routes.createQuestionSet, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { name, items } = request.body
        const id = await createSet(tx, tenant, name)
        await replaceQuestions(tx, tenant, id, items)
        return readSet(tx, id)
      }),
    )
    serve(app, routes.getQuestionSet, (request) =>
      asOperator(db, request, (tx) => readSet(tx, request.params.questionSetId)),
    )
    serve(app, routes.changeQuestionSet, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { questionSetId: id } = request.params
        const { name, items } = request.body
        request.auditedBefore = { name: (await findSet(tx, id)).name }
        if (name !== undefined) await renameSet(tx, id, name)
        if (items) await replaceQuestions(tx, tenant, id, items)
        return readSet(tx, id)
      }),
    )
    serve(app, routes.deleteQuestionSet, (request) =>
      asOperator(db, request, async (tx) => {
        const { questionSetId: id } = request.params
        request.auditedBefore = { name: (await findSet(tx, id)).name }
        await deleteSet(tx, id)
      }),
    )
    serve(app, routes.addQuestions, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { questionSetId: id } = request.params
        await addQuestions(tx, tenant, id, await newQuestions(tx, request.body))
        return readSet(tx, id)
      }),
    )
  }

async function newQuestions(
  tx: TenantTransaction,
  { items, csv, message_ids: messageIds, generate }: NewQuestionsBody,
): Promise<SetQuestionBody[]> {
  if (csv !== undefined) return questionsFromCsv(csv)
  if (messageIds) return questionsFromMessages(tx, messageIds)
  if (generate !== undefined) return questionsFromPages(tx, generate)
  return items ?? []
}
