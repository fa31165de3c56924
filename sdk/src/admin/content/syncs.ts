import type {
  ListSyncPagesQuery,
  ListSyncsQuery,
  Sync,
  SyncEvent,
  SyncList,
  SyncPage,
  SyncPageList,
} from '../../wire/admin.ts'
import { stream } from '../../transport/ask.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Sync, SyncEvent, SyncPage }
export type SyncListInput = ListSyncsQuery
export type SyncPagesInput = ListSyncPagesQuery

/** The syncs of a source. */
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
    /** Starts a sync, or returns the one in progress. */
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
    /** The progress of a sync, whenever it changes, until it ends. `timeoutMs` is the longest silence. */
    follow: (
      knowledgeBaseId: string,
      sourceId: string,
      syncId: string,
      options?: CallOptions,
    ): AsyncGenerator<SyncEvent> =>
      stream<SyncEvent>(
        connection,
        { method: 'GET', path: `${base(knowledgeBaseId, sourceId)}${path`/${syncId}`}/events` },
        ({ done }) => done,
        options,
      ),
    /** The outcome of each page. */
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
    /** Deletes the pages that a sync awaiting confirmation found missing. */
    confirm: act('confirm'),
    /** Keeps those pages. */
    discard: act('discard'),
  }
}
