import { AdminKnowledgeBaseParams, AdminWidgetParams } from '@footnote/contract/admin/params'
import type { Widget as WidgetResponse } from '@footnote/contract/admin/widgets'
import { WidgetBody, WidgetPatch } from '@footnote/contract/admin/widgets'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { defined } from '../../platform/defined.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withTenant } from '../../platform/tenant.ts'
import type { Widget } from '../../widgets/widgets.ts'
import { changeWidget, createWidget, listWidgets } from '../../widgets/widgets.ts'
import type { Deps } from '../deps.ts'

const allow = { allow: 'operator' } as const

export const widgetRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { operatorDb: db } = deps
    app.post(
      '/knowledge-bases/:knowledgeBaseId/widgets',
      { schema: { params: AdminKnowledgeBaseParams, body: WidgetBody }, config: allow },
      async (request, reply) => {
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        const widget = await withTenant(db, tenant, (tx) =>
          createWidget(tx, tenant.knowledgeBaseId, request.body),
        )
        return reply.status(201).send(toWidget(widget))
      },
    )
    app.get(
      '/knowledge-bases/:knowledgeBaseId/widgets',
      { schema: { params: AdminKnowledgeBaseParams }, config: allow },
      async (request) => {
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        return { widgets: (await withTenant(db, tenant, listWidgets)).map(toWidget) }
      },
    )
    app.patch(
      '/knowledge-bases/:knowledgeBaseId/widgets/:widgetId',
      { schema: { params: AdminWidgetParams, body: WidgetPatch }, config: allow },
      async (request) => {
        const { knowledgeBaseId, widgetId } = request.params
        const tenant = await findKnowledgeBase(db, knowledgeBaseId)
        const change = defined(request.body)
        const widget = await withTenant(db, tenant, (tx) => changeWidget(tx, widgetId, change))
        if (!widget) throw new Refusal('NOT_FOUND')
        return toWidget(widget)
      },
    )
  }

const toWidget = (widget: Widget): WidgetResponse => ({
  id: widget.id,
  name: widget.name,
  enabled: widget.enabled,
  allowed_origins: widget.allowed_origins,
  voice: widget.voice,
  config: widget.config,
  created_at: widget.created_at.toISOString(),
})
