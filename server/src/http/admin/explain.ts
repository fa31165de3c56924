import { ExplainBody } from '@footnote/contract/admin/inspection'
import { AdminKnowledgeBaseParams } from '@footnote/contract/admin/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requireGroups } from '../../knowledge/groups.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { withTenant } from '../../platform/tenant.ts'
import { explainRetrieval } from '../../retrieval/explain-retrieval.ts'
import { whenReaderLeaves } from '../aborted.ts'
import type { Deps } from '../deps.ts'

export const explainRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-bases/:knowledgeBaseId/explain',
      {
        schema: { params: AdminKnowledgeBaseParams, body: ExplainBody },
        config: { allow: 'operator' },
      },
      async (request, reply) => {
        const { query, url, document_id, group_ids = null } = request.body
        const tenant = await findKnowledgeBase(deps.operatorDb, request.params.knowledgeBaseId)
        await withTenant(deps.operatorDb, tenant, (tx) => requireGroups(tx, group_ids ?? []))
        const page = url === undefined ? { documentId: document_id ?? '' } : { url }
        return explainRetrieval(
          deps,
          tenant,
          { text: query, page, groupIds: group_ids },
          whenReaderLeaves(reply),
        )
      },
    )
  }
