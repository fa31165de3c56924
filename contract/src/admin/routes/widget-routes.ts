import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { ListQuery } from '../listing.ts'
import { AdminKnowledgeBaseParams, AdminWidgetParams } from '../params.ts'
import { Widget, WidgetBody, WidgetList, WidgetOriginList, WidgetPatch } from '../widgets.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

const WIDGETS = `${ADMIN_KNOWLEDGE_BASE}/widgets`

export const widgetRoutes = defineRoutes({
  createWidget: {
    method: 'post',
    path: WIDGETS,
    tag: 'admin',
    summary: 'Save a widget',
    params: AdminKnowledgeBaseParams,
    body: WidgetBody,
    response: json(201, Widget),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'admin',
    audit: 'widget.create',
    auditedFields: ['name', 'enabled', 'allowed_origins'],
  },
  listWidgets: {
    method: 'get',
    path: WIDGETS,
    tag: 'admin',
    summary: 'List the saved widgets of a knowledge base, page by page',
    params: AdminKnowledgeBaseParams,
    query: ListQuery,
    response: json(200, WidgetList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  getWidget: {
    method: 'get',
    path: `${WIDGETS}/{widgetId}`,
    tag: 'admin',
    summary: 'Get a saved widget',
    params: AdminWidgetParams,
    response: json(200, Widget),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  listWidgetOrigins: {
    method: 'get',
    path: `${WIDGETS}/{widgetId}/origins`,
    tag: 'admin',
    summary: 'List the pages that a saved widget was seen on, and those it was refused on',
    params: AdminWidgetParams,
    response: json(200, WidgetOriginList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  changeWidget: {
    method: 'patch',
    path: `${WIDGETS}/{widgetId}`,
    tag: 'admin',
    summary: 'Change a saved widget',
    params: AdminWidgetParams,
    body: WidgetPatch,
    response: json(200, Widget),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'admin',
    audit: 'widget.change',
    auditedFields: ['name', 'enabled', 'allowed_origins'],
  },
  deleteWidget: {
    method: 'delete',
    path: `${WIDGETS}/{widgetId}`,
    tag: 'admin',
    summary: 'Delete a saved widget; its id is refused from then on',
    params: AdminWidgetParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'admin',
    audit: 'widget.delete',
    auditedFields: ['name'],
  },
})
