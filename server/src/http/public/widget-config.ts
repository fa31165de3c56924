import { KnowledgeBaseParams } from '@footnote/contract/params'
import type { WidgetConfig } from '@footnote/contract/widget-config'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { widgetConfigFor } from '../../widgets/widget-config.ts'
import type { Deps } from '../deps.ts'
import { ownMcp } from '../mcp/own-mcp.ts'

export const widgetConfigRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/knowledge-bases/:knowledgeBaseId/widget-config',
      { schema: { params: KnowledgeBaseParams } },
      async (request): Promise<WidgetConfig> =>
        widgetConfigFor(deps, request.caller, ownMcp(deps, request)),
    )
  }
