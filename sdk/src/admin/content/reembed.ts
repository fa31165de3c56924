import type { ReembedBody, Reembedding } from '../../wire/admin.ts'
import { stream } from '../../transport/ask.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Reembedding }
export type ReembedInput = ReembedBody

/** The embedding model of a knowledge base, and the change from one to another. */
export function reembedCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/reembed`
  return {
    /** Searches use the present model until every passage has a vector of the new one. */
    start: (
      knowledgeBaseId: string,
      body: ReembedInput,
      options?: CallOptions,
    ): Promise<Reembedding> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId), body }, options),
    get: (knowledgeBaseId: string, options?: CallOptions): Promise<Reembedding> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId) }, options),
    /** Its progress, whenever it changes, until it is held, finished or discarded. */
    follow: (knowledgeBaseId: string, options?: CallOptions): AsyncGenerator<Reembedding> =>
      stream<Reembedding>(
        connection,
        { method: 'GET', path: `${base(knowledgeBaseId)}/events` },
        ({ state }) => state !== 'building' && state !== 'evaluating',
        options,
      ),
    rollBack: (knowledgeBaseId: string, options?: CallOptions): Promise<Reembedding> =>
      request(connection, { method: 'POST', path: `${base(knowledgeBaseId)}/rollback` }, options),
    discard: (knowledgeBaseId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: base(knowledgeBaseId) }, options),
  }
}
