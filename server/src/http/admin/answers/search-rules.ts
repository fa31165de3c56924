import { searchRuleRoutes as routes } from '@footnote/contract/admin/answers/search-rule-routes'
import type { FastifyPluginAsync } from 'fastify'
import {
  createSearchRule,
  deleteSearchRule,
  findSearchRule,
  listSearchRules,
  putSearchRule,
} from '../../../knowledge/search-rules.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'

export const searchRuleRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.listSearchRules, async (request) => ({
      search_rules: await asOperator(db, request, listSearchRules),
    }))
    serve(app, routes.createSearchRule, (request) =>
      asOperator(db, request, (tx, { knowledgeBaseId }) =>
        createSearchRule(tx, knowledgeBaseId, request.body.rule),
      ),
    )
    serve(app, routes.putSearchRule, (request) =>
      asOperator(db, request, async (tx, { knowledgeBaseId }) => {
        const { searchRuleId: id } = request.params
        const { rule } = await findSearchRule(tx, id)
        request.auditedBefore = { rule }
        return putSearchRule(tx, knowledgeBaseId, id, request.body.rule)
      }),
    )
    serve(app, routes.deleteSearchRule, (request) =>
      asOperator(db, request, async (tx) => {
        const { searchRuleId: id } = request.params
        const { rule } = await findSearchRule(tx, id)
        request.auditedBefore = { rule }
        await deleteSearchRule(tx, id)
      }),
    )
  }
