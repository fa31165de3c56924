import { anyRefusal, bodyRefusals, json, type Route } from '../route.ts'
import { AdminKnowledgeBaseParams, AdminWidgetParams } from './params.ts'
import { Widget, WidgetBody, WidgetList, WidgetPatch } from './widgets.ts'

const WIDGETS = '/api/v1/admin/knowledge-bases/{knowledgeBaseId}/widgets'

export const widgetRoutes: readonly Route[] = [
  {
    operationId: 'createWidget',
    method: 'post',
    path: WIDGETS,
    tag: 'admin',
    summary: 'Save a widget',
    params: AdminKnowledgeBaseParams,
    body: WidgetBody,
    response: json(201, Widget),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
  },
  {
    operationId: 'listWidgets',
    method: 'get',
    path: WIDGETS,
    tag: 'admin',
    summary: 'List the saved widgets of a knowledge base',
    params: AdminKnowledgeBaseParams,
    response: json(200, WidgetList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
  {
    operationId: 'changeWidget',
    method: 'patch',
    path: `${WIDGETS}/{widgetId}`,
    tag: 'admin',
    summary: 'Change a saved widget',
    params: AdminWidgetParams,
    body: WidgetPatch,
    response: json(200, Widget),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
  },
]
