import { isId } from '@footnote/contract/id'
import { WidgetParams } from '@footnote/contract/params'
import type { SavedWidgetConfig } from '@footnote/contract/widget-config'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Refusal } from '../../platform/refusal.ts'
import { requireWidget } from '../../widgets/require-widget.ts'
import { widgetConfigFor } from '../../widgets/widget-config.ts'
import type { Deps } from '../deps.ts'
import { ownMcp } from '../mcp/own-mcp.ts'

export const savedWidgetConfigRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/widget-integrations/:widgetId/config',
      { schema: { params: WidgetParams } },
      async (request): Promise<SavedWidgetConfig> => {
        const { caller, headers, params } = request
        const widgetId = isId(params.widgetId) ? params.widgetId : undefined
        const widget = await requireWidget(deps.db, caller, widgetId, headers.origin)
        if (!widget) throw new Refusal('NOT_FOUND')
        const { id, enabled, config } = widget
        const own = ownMcp(deps, request)
        return { ...(await widgetConfigFor(deps, caller, own)), id, enabled, config }
      },
    )
  }
