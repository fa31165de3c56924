import { inspectionRoutes } from '@footnote/contract/admin/routes/inspection-routes'
import type { FastifyPluginAsync } from 'fastify'
import { searchableText } from '../../../ingestion/searchable-text.ts'
import { listPassages, lookUpPassages } from '../../../knowledge/passages/list-passages.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'

export const passageRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, inspectionRoutes.listDocumentPassages, async (request) => {
      const { documentId } = request.params
      const found = await asOperator(db, request, (tx) => listPassages(tx, documentId))
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
    })
    serve(app, inspectionRoutes.lookUpPassages, async (request) => {
      const { ids } = request.body
      return { passages: await asOperator(db, request, (tx) => lookUpPassages(tx, ids)) }
    })
  }
