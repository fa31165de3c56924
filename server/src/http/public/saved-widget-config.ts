import { isId } from '@footnote/contract/id'
import { readerRoutes } from '@footnote/contract/public/public-routes'
import { fittingSettings } from '@footnote/contract/widget-settings'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'
import { requireWidget } from '../../widgets/require-widget.ts'
import { noteLoad } from '../../widgets/widget-origins.ts'
import { widgetConfigFor } from '../../widgets/widget-config.ts'
import type { Deps } from '../deps.ts'
import { mcpAvailability } from '../mcp/mcp-availability.ts'
import { serve } from '../serve.ts'

export const savedWidgetConfigRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, readerRoutes.savedWidgetConfig, async (request) => {
      const { caller, headers, params } = request
      const widgetId = isId(params.widgetId) ? params.widgetId : undefined
      const widget = await requireWidget(deps.db, caller, widgetId, headers.origin, (found) =>
        noteLoad(deps.widgetLoads, caller, found, headers.origin),
      )
      if (!widget) throw new Refusal('NOT_FOUND')
      const { id, enabled } = widget
      const config = fittingSettings(widget.config)
      const own = mcpAvailability(deps, request)
      return { ...(await widgetConfigFor(deps, caller, own)), id, enabled, config }
    })
  }
