import type { Gap, GapBody, GapList, GapWithQuestions, ListGapsQuery } from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Gap, GapList, GapWithQuestions }
export type GapsInput = ListGapsQuery
export type GapInput = GapBody

/** Questions that are not answered well, grouped by meaning. */
export function gapCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/gaps`
  return {
    list: (
      knowledgeBaseId: string,
      query: GapsInput = {},
      options?: CallOptions,
    ): Promise<GapList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId), query }, options),
    get: (
      knowledgeBaseId: string,
      gapId: string,
      options?: CallOptions,
    ): Promise<GapWithQuestions> =>
      request(
        connection,
        { method: 'GET', path: base(knowledgeBaseId) + path`/${gapId}` },
        options,
      ),
    /** Resolves, ignores, renames or merges it. */
    change: (
      knowledgeBaseId: string,
      gapId: string,
      body: GapInput,
      options?: CallOptions,
    ): Promise<Gap> =>
      request(
        connection,
        { method: 'PATCH', path: base(knowledgeBaseId) + path`/${gapId}`, body },
        options,
      ),
  }
}
