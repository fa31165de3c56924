import type {
  Message,
  MessageList,
  MessagesQuery,
  Replay,
  TracedMessage,
} from '@footnote/contract/admin/messages'
import type { CallOptions, Connection } from './http.ts'
import { request } from './http.ts'
import type { Input } from './input.ts'
import { path } from './path.ts'

export type { Message, Replay, TracedMessage }
/** In a query string any text may stand for a number; here it is one. */
export type MessagesInput = Omit<Input<typeof MessagesQuery>, 'limit'> & {
  limit?: number | undefined
}

/** Stored answers, and how each came about. */
export function messageCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/messages`
  return {
    list: (
      knowledgeBaseId: string,
      query: MessagesInput = {},
      options?: CallOptions,
    ): Promise<MessageList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId), query }, options),
    get: (
      knowledgeBaseId: string,
      messageId: string,
      options?: CallOptions,
    ): Promise<TracedMessage> =>
      request(
        connection,
        { method: 'GET', path: base(knowledgeBaseId) + path`/${messageId}` },
        options,
      ),
    /** Searches again as its question did. */
    replay: (knowledgeBaseId: string, messageId: string, options?: CallOptions): Promise<Replay> =>
      request(
        connection,
        { method: 'POST', path: base(knowledgeBaseId) + path`/${messageId}/replay` },
        options,
      ),
  }
}
