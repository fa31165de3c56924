import type {
  Source,
  SourceBody,
  SourceHook,
  SourceList,
  SourcePatch,
} from '@footnote/contract/admin/sources'
import type { SourcePage, SourcePageList, SourcePagesQuery } from '@footnote/contract/admin/syncs'
import type { CallOptions, Connection } from './http.ts'
import { request } from './http.ts'
import type { Input } from './input.ts'
import { path } from './path.ts'

export type { Source, SourceHook, SourcePage }
export type SourceInput = Input<typeof SourceBody>
export type SourceChange = Input<typeof SourcePatch>
export type SourcePagesInput = Omit<Input<typeof SourcePagesQuery>, 'limit'> & {
  limit?: number | undefined
}

/** Where the documents of a knowledge base come from. */
export function sourceCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/sources`
  const one = (id: string, sourceId: string) => base(id) + path`/${sourceId}`
  return {
    /** Begins with a sync, unless `sync` is false. */
    create: (knowledgeBaseId: string, body: SourceInput, options?: CallOptions): Promise<Source> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId), body }, options),
    list: (knowledgeBaseId: string, options?: CallOptions): Promise<SourceList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId) }, options),
    get: (knowledgeBaseId: string, sourceId: string, options?: CallOptions): Promise<Source> =>
      request(connection, { method: 'GET', path: one(knowledgeBaseId, sourceId) }, options),
    change: (
      knowledgeBaseId: string,
      sourceId: string,
      body: SourceChange,
      options?: CallOptions,
    ): Promise<Source> =>
      request(connection, { method: 'PATCH', path: one(knowledgeBaseId, sourceId), body }, options),
    /** Its documents go with it. */
    remove: (knowledgeBaseId: string, sourceId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: one(knowledgeBaseId, sourceId) }, options),
    pages: (
      knowledgeBaseId: string,
      sourceId: string,
      query: SourcePagesInput = {},
      options?: CallOptions,
    ): Promise<SourcePageList> =>
      request(
        connection,
        { method: 'GET', path: `${one(knowledgeBaseId, sourceId)}/pages`, query },
        options,
      ),
    hook: (knowledgeBaseId: string, sourceId: string, options?: CallOptions): Promise<SourceHook> =>
      request(
        connection,
        { method: 'GET', path: `${one(knowledgeBaseId, sourceId)}/hook` },
        options,
      ),
    /** Another secret; the one before is refused from now on. */
    rotateHook: (
      knowledgeBaseId: string,
      sourceId: string,
      options?: CallOptions,
    ): Promise<SourceHook> =>
      request(
        connection,
        { method: 'POST', path: `${one(knowledgeBaseId, sourceId)}/hook/rotate` },
        options,
      ),
  }
}
