import { inspectionRoutes } from '@footnote/contract/admin/routes/inspection-routes'
import type { FastifyPluginAsync } from 'fastify'
import { requireGroups } from '../../../knowledge/groups.ts'
import { explainRetrieval } from '../../../retrieval/explain-retrieval.ts'
import { disconnectSignal } from '../../client-disconnect.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'

export const explainRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, inspectionRoutes.explainRetrieval, async (request, reply) => {
      const { query, url, document_id, group_ids = null, filter } = request.body
      const tenant = await asOperator(deps.operatorDb, request, async (tx, own) => {
        await requireGroups(tx, group_ids ?? [])
        return own
      })
      const page = url === undefined ? { documentId: document_id ?? '' } : { url }
      const question = { text: query, page, groupIds: group_ids, filter }
      return explainRetrieval(deps, tenant, question, disconnectSignal(reply))
    })
  }
