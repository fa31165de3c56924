import type {
  Sync,
  SyncList,
  SyncListQuery,
  SyncPage,
  SyncPageList,
  SyncPagesQuery,
} from '@footnote/contract/admin/syncs'
import type { CallOptions, Connection } from './http.ts'
import { request } from './http.ts'
import type { Input } from './input.ts'
import { path } from './path.ts'

export type { Sync, SyncPage }
/** In a query string any text may stand for a number; here it is one. */
type Numbered<Query> = Omit<Query, 'limit'> & { limit?: number | undefined }
export type SyncListInput = Numbered<Input<typeof SyncListQuery>>
export type SyncPagesInput = Numbered<Input<typeof SyncPagesQuery>>

/** Syncs, by the source that they read. */
export function syncCalls(connection: Connection) {
  const base = (id: string, sourceId: string) =>
    path`/api/v1/admin/knowledge-bases/${id}/sources/${sourceId}/syncs`
  const act =
    (action: 'cancel' | 'confirm' | 'discard') =>
    (
      knowledgeBaseId: string,
      sourceId: string,
      syncId: string,
      options?: CallOptions,
    ): Promise<Sync> =>
      request(
        connection,
        {
          method: 'POST',
          path: `${base(knowledgeBaseId, sourceId)}${path`/${syncId}`}/${action}`,
        },
        options,
      )
  return {
    /** Syncs now; one that is under way is returned as it is. */
    start: (knowledgeBaseId: string, sourceId: string, options?: CallOptions): Promise<Sync> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId, sourceId) }, options),
    list: (
      knowledgeBaseId: string,
      sourceId: string,
      query: SyncListInput = {},
      options?: CallOptions,
    ): Promise<SyncList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId, sourceId), query }, options),
    get: (
      knowledgeBaseId: string,
      sourceId: string,
      syncId: string,
      options?: CallOptions,
    ): Promise<Sync> =>
      request(
        connection,
        { method: 'GET', path: base(knowledgeBaseId, sourceId) + path`/${syncId}` },
        options,
      ),
    /** What became of each page. */
    pages: (
      knowledgeBaseId: string,
      sourceId: string,
      syncId: string,
      query: SyncPagesInput = {},
      options?: CallOptions,
    ): Promise<SyncPageList> =>
      request(
        connection,
        {
          method: 'GET',
          path: `${base(knowledgeBaseId, sourceId)}${path`/${syncId}`}/pages`,
          query,
        },
        options,
      ),
    cancel: act('cancel'),
    /** Deletes what a held sync would delete. */
    confirm: act('confirm'),
    /** Keeps it. */
    discard: act('discard'),
  }
}
