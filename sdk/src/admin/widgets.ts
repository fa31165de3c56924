import { stream } from '../transport/ask.ts'
import type { CallOptions, Connection } from '../transport/http.ts'
import type { AdminCalls } from '../wire/admin-calls.ts'
import { getCall } from './calls.ts'
import type {
  FollowWidgetOriginsQuery,
  Widget,
  WidgetBody,
  WidgetOrigin,
  WidgetOriginsEvent,
  WidgetPatch,
} from '../wire/admin.ts'

export type { Widget, WidgetOrigin, WidgetOriginsEvent }
export type WidgetInput = WidgetBody
export type WidgetChange = WidgetPatch

/** The saved widgets of a knowledge base. */
export const widgetCalls = (calls: AdminCalls, connection: Connection) => ({
  create: calls.createWidget,
  list: calls.listWidgets,
  get: calls.getWidget,
  /** Where it was seen, and where it was refused. */
  origins: calls.listWidgetOrigins,
  /** The same, whenever it changes, for some minutes. */
  followOrigins: (
    knowledgeBaseId: string,
    widgetId: string,
    query: FollowWidgetOriginsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<WidgetOriginsEvent> =>
    stream<WidgetOriginsEvent>(
      connection,
      getCall('followWidgetOrigins', [knowledgeBaseId, widgetId], { query }),
      ({ done }) => done,
      options,
    ),
  change: calls.changeWidget,
  /** Its id is refused from now on. */
  remove: calls.deleteWidget,
})
