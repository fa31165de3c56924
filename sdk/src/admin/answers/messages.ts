import type {
  ListMessagesQuery,
  Message,
  MessageList,
  Replay,
  ReviewBody,
  Trace,
  TracedMessage,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Message, Replay, Trace, TracedMessage }
export type MessagesInput = ListMessagesQuery
export type ReviewInput = ReviewBody

/** Stored answers, each with the trace of how it was made. */
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
    /** Marks it as reviewed, replaces its tags or writes a note. */
    review: (
      knowledgeBaseId: string,
      messageId: string,
      body: ReviewInput,
      options?: CallOptions,
    ): Promise<Message> =>
      request(
        connection,
        { method: 'PATCH', path: base(knowledgeBaseId) + path`/${messageId}`, body },
        options,
      ),
    /** Deletes the answer with its question, rating and trace. */
    remove: (knowledgeBaseId: string, messageId: string, options?: CallOptions): Promise<void> =>
      request(
        connection,
        { method: 'DELETE', path: base(knowledgeBaseId) + path`/${messageId}` },
        options,
      ),
    /** Repeats the search of this question on the current index. */
    replay: (knowledgeBaseId: string, messageId: string, options?: CallOptions): Promise<Replay> =>
      request(
        connection,
        { method: 'POST', path: base(knowledgeBaseId) + path`/${messageId}/replay` },
        options,
      ),
  }
}
