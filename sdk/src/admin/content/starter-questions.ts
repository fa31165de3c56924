import type { StarterQuestions } from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { StarterQuestions }

/** Starter questions generated from page titles. */
export function starterQuestionCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/starter-questions`
  return {
    list: (knowledgeBaseId: string, options?: CallOptions): Promise<StarterQuestions> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId) }, options),
    /** Queues a refresh; `refreshed_at` changes once the new questions are there. */
    refresh: (knowledgeBaseId: string, options?: CallOptions): Promise<StarterQuestions> =>
      request(connection, { method: 'POST', path: `${base(knowledgeBaseId)}/refresh` }, options),
  }
}
