import type {
  DraftBody,
  DraftFrame,
  Gap,
  GapBody,
  GapList,
  GapWithQuestions,
  ListGapsQuery,
} from '../../wire/admin.ts'
import { endsAnswer, stream } from '../../transport/ask.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { DraftFrame, Gap, GapList, GapWithQuestions }
export type GapsInput = ListGapsQuery
export type GapInput = GapBody
export type DraftInput = DraftBody

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
    /**
     * Streams an article that answers its questions; the last frame has all of it. `timeoutMs` is the
     * longest silence.
     */
    draft: (
      knowledgeBaseId: string,
      gapId: string,
      body: DraftInput = {},
      options?: CallOptions,
    ): AsyncGenerator<DraftFrame> =>
      stream<DraftFrame>(
        connection,
        { method: 'POST', path: base(knowledgeBaseId) + path`/${gapId}/draft`, body },
        endsAnswer,
        options,
      ),
  }
}
