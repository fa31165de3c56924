import { sourceRoutes } from '@footnote/contract/admin/routes/source-routes'
import type { FastifyPluginAsync } from 'fastify'
import { listDeletedPages, restorePage } from '../../../sources/deleted-pages.ts'
import { findSource } from '../../../sources/sources.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'

export const deletedPageRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, sourceRoutes.listDeletedPages, async (request) => {
      const { limit, cursor } = request.query
      return asOperator(db, request, async (tx) => {
        const source = await findSource(tx, request.params.sourceId)
        return listDeletedPages(tx, source.id, { limit, after: cursor })
      })
    })
    serve(app, sourceRoutes.restoreDeletedPage, async (request) => {
      await asOperator(db, request, async (tx) => {
        const { id } = await findSource(tx, request.params.sourceId)
        if (!(await restorePage(tx, id, request.query.page))) throw new Refusal('NOT_FOUND')
      })
    })
  }
