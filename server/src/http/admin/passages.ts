import type { DocumentPassageList } from '@footnote/contract/admin/inspection'
import { AdminDocumentParams } from '@footnote/contract/admin/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { searchableText } from '../../ingestion/index-document.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { listPassages } from '../../knowledge/list-passages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withTenant } from '../../platform/tenant.ts'
import type { Deps } from '../deps.ts'

export const passageRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/knowledge-bases/:knowledgeBaseId/documents/:documentId/passages',
      { schema: { params: AdminDocumentParams }, config: { allow: 'operator' } },
      async (request): Promise<DocumentPassageList> => {
        const { knowledgeBaseId, documentId } = request.params
        const tenant = await findKnowledgeBase(deps.operatorDb, knowledgeBaseId)
        const found = await withTenant(deps.operatorDb, tenant, (tx) =>
          listPassages(tx, documentId),
        )
        if (!found) throw new Refusal('NOT_FOUND')
        const { title, language, passages } = found
        return {
          language,
          passages: passages.map((passage) => ({
            ...passage,
            searched_text: searchableText(title, {
              headingPath: passage.heading_path,
              content: passage.content,
            }),
          })),
        }
      },
    )
  }
