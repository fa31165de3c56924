import { readerRoutes } from '@footnote/contract/public/public-routes'
import type { FastifyPluginAsync } from 'fastify'
import { widgetConfigFor } from '../../widgets/widget-config.ts'
import type { Deps } from '../deps.ts'
import { mcpAvailability } from '../mcp/mcp-availability.ts'
import { serve } from '../serve.ts'

export const widgetConfigRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, readerRoutes.widgetConfig, (request) =>
      widgetConfigFor(deps, request.caller, mcpAvailability(deps, request)),
    )
  }
