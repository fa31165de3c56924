import type {
  ExplainBody,
  Explanation,
  KnowledgeBase,
  KnowledgeBaseBody,
  KnowledgeBaseList,
  KnowledgeBasePatch,
} from '../wire/admin.ts'
import type { CallOptions, Connection } from '../transport/http.ts'
import { request } from '../transport/http.ts'
import type { ListInput } from './listing.ts'
import { path } from '../transport/path.ts'

export type { Explanation, KnowledgeBase }
export type KnowledgeBaseInput = KnowledgeBaseBody
export type KnowledgeBaseChange = KnowledgeBasePatch
export type ExplainInput = ExplainBody

/** A set of documents that answers are written from, with keys of its own. */
export function knowledgeBaseCalls(connection: Connection) {
  const base = (workspaceId: string) =>
    path`/api/v1/admin/workspaces/${workspaceId}/knowledge-bases`
  const one = (id: string) => path`/api/v1/admin/knowledge-bases/${id}`
  return {
    create: (
      workspaceId: string,
      body: KnowledgeBaseInput,
      options?: CallOptions,
    ): Promise<KnowledgeBase> =>
      request(connection, { method: 'POST', path: base(workspaceId), body }, options),
    list: (
      workspaceId: string,
      query: ListInput = {},
      options?: CallOptions,
    ): Promise<KnowledgeBaseList> =>
      request(connection, { method: 'GET', path: base(workspaceId), query }, options),
    get: (knowledgeBaseId: string, options?: CallOptions): Promise<KnowledgeBase> =>
      request(connection, { method: 'GET', path: one(knowledgeBaseId) }, options),
    change: (
      knowledgeBaseId: string,
      body: KnowledgeBaseChange,
      options?: CallOptions,
    ): Promise<KnowledgeBase> =>
      request(connection, { method: 'PATCH', path: one(knowledgeBaseId), body }, options),
    /** Readers lose access at once; the data is deleted soon after. */
    remove: (knowledgeBaseId: string, options?: CallOptions): Promise<KnowledgeBase> =>
      request(connection, { method: 'DELETE', path: one(knowledgeBaseId) }, options),
    /** Why a page is found for a question, or not. */
    explain: (
      knowledgeBaseId: string,
      body: ExplainInput,
      options?: CallOptions,
    ): Promise<Explanation> =>
      request(
        connection,
        { method: 'POST', path: `${one(knowledgeBaseId)}/explain`, body },
        options,
      ),
  }
}
