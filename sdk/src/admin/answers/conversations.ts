import type { Erasure, ErasureBody, Thread } from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Erasure, Thread }
export type ErasureInput = ErasureBody

const one = (id: string) => path`/api/v1/admin/knowledge-bases/${id}`

/** Conversations, each with its answers. */
export const threadCalls = (connection: Connection) => ({
  get: (knowledgeBaseId: string, threadId: string, options?: CallOptions): Promise<Thread> =>
    request(
      connection,
      { method: 'GET', path: one(knowledgeBaseId) + path`/threads/${threadId}` },
      options,
    ),
  remove: (knowledgeBaseId: string, threadId: string, options?: CallOptions): Promise<void> =>
    request(
      connection,
      { method: 'DELETE', path: one(knowledgeBaseId) + path`/threads/${threadId}` },
      options,
    ),
})

/** The people who asked, by the name that the client gave. */
export const askerCalls = (connection: Connection) => ({
  /** Conversations, ratings and sign-in of one asker. With `dry_run` they are only counted. */
  erase: (knowledgeBaseId: string, body: ErasureInput, options?: CallOptions): Promise<Erasure> =>
    request(
      connection,
      { method: 'POST', path: `${one(knowledgeBaseId)}/askers/erase`, body },
      options,
    ),
})
