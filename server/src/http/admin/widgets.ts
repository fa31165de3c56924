import type {
  Widget as WidgetResponse,
  WidgetOriginList,
  WidgetOriginsEvent,
} from '@footnote/contract/admin/widgets'
import { widgetRoutes as routes } from '@footnote/contract/admin/routes/widget-routes'
import type { FastifyPluginAsync } from 'fastify'
import { defined } from '../../platform/defined.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { createFeed } from '../../platform/feed.ts'
import { Refusal } from '../../platform/refusal.ts'
import { listWidgetOrigins } from '../../widgets/widget-origins.ts'
import type { Widget } from '../../widgets/widgets.ts'
import {
  changeWidget,
  createWidget,
  deleteWidget,
  findWidget,
  listWidgets,
} from '../../widgets/widgets.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'
import { listPage } from './list-page.ts'
import type { OperatorStreams } from './operator-streams.ts'
import { forSeconds } from './operator-streams.ts'

export const widgetRoutes =
  (deps: Deps, { streams, feedOptions, send }: OperatorStreams): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db } = deps
    const feed = createFeed<WidgetOriginsEvent>(feedOptions)
    serve(app, routes.createWidget, async (request) => {
      const widget = await asOperator(db, request, (tx, { knowledgeBaseId }) =>
        createWidget(tx, knowledgeBaseId, request.body),
      )
      return toWidget(widget)
    })
    serve(app, routes.listWidgets, async (request) => {
      const { rows, next_cursor } = await asOperator(db, request, (tx) =>
        listPage(request.query, (page) => listWidgets(tx, page)),
      )
      return { widgets: rows.map(toWidget), next_cursor }
    })
    serve(app, routes.getWidget, async (request) => {
      const { widgetId } = request.params
      return toWidget(await asOperator(db, request, (tx) => requireWidget(tx, widgetId)))
    })
    serve(app, routes.listWidgetOrigins, async (request) => {
      const { widgetId } = request.params
      return asOperator(db, request, (tx) => readOrigins(tx, widgetId))
    })
    serve(app, routes.followWidgetOrigins, async (request, reply) => {
      const { widgetId: key } = request.params
      const { tenant, first } = await asOperator(db, request, async (tx, own) => ({
        tenant: own,
        first: { ...(await readOrigins(tx, key)), done: false },
      }))
      const read = () =>
        withTenant(db, tenant, async (tx) => ({ ...(await readOrigins(tx, key)), done: false }))
      const followed = { key, first, read, isLast: () => false }
      using _slot = streams.take()
      await send(request, reply, (signal) =>
        forSeconds(request.query.seconds, signal, (either) => feed.follow(followed, either)),
      )
    })
    serve(app, routes.changeWidget, async (request) => {
      const { params, body } = request
      const widget = await asOperator(db, request, async (tx) => {
        request.auditedBefore = await requireWidget(tx, params.widgetId)
        const changed = await changeWidget(tx, params.widgetId, defined(body))
        if (!changed) throw new Refusal('NOT_FOUND')
        return changed
      })
      return toWidget(widget)
    })
    serve(app, routes.deleteWidget, async (request) => {
      await asOperator(db, request, async (tx) => {
        request.auditedBefore = await requireWidget(tx, request.params.widgetId)
        if (!(await deleteWidget(tx, request.params.widgetId))) throw new Refusal('NOT_FOUND')
      })
    })
  }

async function readOrigins(tx: TenantTransaction, widgetId: string): Promise<WidgetOriginList> {
  await requireWidget(tx, widgetId)
  return { origins: await listWidgetOrigins(tx, widgetId) }
}

async function requireWidget(tx: TenantTransaction, widgetId: string): Promise<Widget> {
  const widget = await findWidget(tx, widgetId)
  if (!widget) throw new Refusal('NOT_FOUND')
  return widget
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
