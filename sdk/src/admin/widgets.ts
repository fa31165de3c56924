import type {
  FollowWidgetOriginsQuery,
  Widget,
  WidgetBody,
  WidgetList,
  WidgetOrigin,
  WidgetOriginList,
  WidgetOriginsEvent,
  WidgetPatch,
} from '../wire/admin.ts'
import { stream } from '../transport/ask.ts'
import type { CallOptions, Connection } from '../transport/http.ts'
import { request } from '../transport/http.ts'
import type { ListInput } from './listing.ts'
import { path } from '../transport/path.ts'

export type { Widget, WidgetOrigin, WidgetOriginsEvent }
export type WidgetInput = WidgetBody
export type WidgetChange = WidgetPatch

/** The saved widgets of a knowledge base. */
export function widgetCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/widgets`
  const one = (id: string, widgetId: string) => base(id) + path`/${widgetId}`
  return {
    create: (knowledgeBaseId: string, body: WidgetInput, options?: CallOptions): Promise<Widget> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId), body }, options),
    list: (
      knowledgeBaseId: string,
      query: ListInput = {},
      options?: CallOptions,
    ): Promise<WidgetList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId), query }, options),
    get: (knowledgeBaseId: string, widgetId: string, options?: CallOptions): Promise<Widget> =>
      request(connection, { method: 'GET', path: one(knowledgeBaseId, widgetId) }, options),
    /** Where it was seen, and where it was refused. */
    origins: (
      knowledgeBaseId: string,
      widgetId: string,
      options?: CallOptions,
    ): Promise<WidgetOriginList> =>
      request(
        connection,
        { method: 'GET', path: `${one(knowledgeBaseId, widgetId)}/origins` },
        options,
      ),
    /** The same, whenever it changes, for some minutes. */
    followOrigins: (
      knowledgeBaseId: string,
      widgetId: string,
      query: FollowWidgetOriginsQuery = {},
      options?: CallOptions,
    ): AsyncGenerator<WidgetOriginsEvent> =>
      stream<WidgetOriginsEvent>(
        connection,
        { method: 'GET', path: `${one(knowledgeBaseId, widgetId)}/origins/events`, query },
        ({ done }) => done,
        options,
      ),
    change: (
      knowledgeBaseId: string,
      widgetId: string,
      body: WidgetChange,
      options?: CallOptions,
    ): Promise<Widget> =>
      request(connection, { method: 'PATCH', path: one(knowledgeBaseId, widgetId), body }, options),
    /** Its id is refused from now on. */
    remove: (knowledgeBaseId: string, widgetId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: one(knowledgeBaseId, widgetId) }, options),
  }
}
