import { readerRoutes } from '@footnote/contract/public/public-routes'
import type { FastifyPluginAsync } from 'fastify'
import { searchPassages } from '../../retrieval/search-passages.ts'
import { findDefaultFilter } from '../../widgets/default-filter.ts'
import { requireWidget } from '../../widgets/require-widget.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'

export const searchRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, readerRoutes.search, async (request, reply) => {
      const { caller, body } = request
      const widget = await requireWidget(deps.db, caller, body.widget_id, request.headers.origin)
      const asked = { ...body, widgetFilter: findDefaultFilter(widget) }
      return searchPassages(deps, caller, asked, disconnectSignal(reply))
    })
  }
