import { inspectionRoutes } from '@footnote/contract/admin/routes/inspection-routes'
import type { FastifyPluginAsync } from 'fastify'
import { documentMarkdown } from '../../../knowledge/pages/document-markdown.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'

export const documentContentRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, inspectionRoutes.getDocumentContent, async (request) => {
      const { documentId } = request.params
      const markdown = await asOperator(db, request, (tx) => documentMarkdown(tx, documentId))
      if (markdown === undefined) throw new Refusal('NOT_FOUND')
      return { markdown }
    })
  }
