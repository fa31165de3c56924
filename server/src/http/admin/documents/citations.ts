import { inspectionRoutes } from '@footnote/contract/admin/routes/inspection-routes'
import type { FastifyPluginAsync } from 'fastify'
import { toCitations } from '../../../conversations/document-citations.ts'
import { findDocument } from '../../../knowledge/documents.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'

export const documentCitationRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, inspectionRoutes.getDocumentCitations, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { documentId } = request.params
        if (!(await findDocument(tx, documentId))) throw new Refusal('NOT_FOUND')
        return toCitations(tx, tenant, documentId)
      }),
    )
  }
