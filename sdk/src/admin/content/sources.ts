import type {
  DeletedPage,
  DeletedPageList,
  ListDeletedPagesQuery,
  ListSourcePagesQuery,
  Source,
  SourceBody,
  SourceHook,
  SourceList,
  SourcePage,
  SourcePageList,
  SourcePatch,
  SourcePreview,
  SourcePreviewBody,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { DeletedPage, Source, SourceHook, SourcePage, SourcePreview }
export type SourceInput = SourceBody
export type SourceChange = SourcePatch
export type SourcePagesInput = ListSourcePagesQuery

export type DeletedPagesInput = ListDeletedPagesQuery

/** Where the documents of a knowledge base come from. */
export function sourceCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/sources`
  const one = (id: string, sourceId: string) => base(id) + path`/${sourceId}`
  return {
    /** Starts the first sync, unless `sync` is false. */
    create: (knowledgeBaseId: string, body: SourceInput, options?: CallOptions): Promise<Source> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId), body }, options),
    /** What a sync of this website would find; nothing is stored. */
    preview: (
      knowledgeBaseId: string,
      body: SourcePreviewBody,
      options?: CallOptions,
    ): Promise<SourcePreview> =>
      request(
        connection,
        { method: 'POST', path: `${base(knowledgeBaseId)}/preview`, body },
        options,
      ),
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
    /** Deletes its documents too. */
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
    /** Pages whose document was deleted by hand; syncs skip them. */
    deletedPages: (
      knowledgeBaseId: string,
      sourceId: string,
      query: DeletedPagesInput = {},
      options?: CallOptions,
    ): Promise<DeletedPageList> =>
      request(
        connection,
        { method: 'GET', path: `${one(knowledgeBaseId, sourceId)}/deleted-pages`, query },
        options,
      ),
    /** Lets the next sync restore a page, given by its key or URL. */
    restorePage: (
      knowledgeBaseId: string,
      sourceId: string,
      page: string,
      options?: CallOptions,
    ): Promise<void> =>
      request(
        connection,
        {
          method: 'DELETE',
          path: `${one(knowledgeBaseId, sourceId)}/deleted-pages`,
          query: { page },
        },
        options,
      ),
    hook: (knowledgeBaseId: string, sourceId: string, options?: CallOptions): Promise<SourceHook> =>
      request(
        connection,
        { method: 'GET', path: `${one(knowledgeBaseId, sourceId)}/hook` },
        options,
      ),
    /** Makes a new secret. The previous one is refused from now on. */
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
