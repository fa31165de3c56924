import { stream } from '../../transport/ask.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import type { AdminCalls } from '../../wire/admin-calls.ts'
import { getCall } from '../calls.ts'
import type {
  ListSyncPagesQuery,
  ListSyncsQuery,
  Sync,
  SyncEvent,
  SyncPage,
} from '../../wire/admin.ts'

export type { Sync, SyncEvent, SyncPage }
export type SyncListInput = ListSyncsQuery
export type SyncPagesInput = ListSyncPagesQuery

/** The syncs of a source. */
export const syncCalls = (calls: AdminCalls, connection: Connection) => ({
  /** Starts a sync, or returns the one in progress. */
  start: calls.startSync,
  list: calls.listSyncs,
  get: calls.getSync,
  /** The progress of a sync, whenever it changes, until it ends. `timeoutMs` is the longest silence. */
  follow: (
    knowledgeBaseId: string,
    sourceId: string,
    syncId: string,
    options?: CallOptions,
  ): AsyncGenerator<SyncEvent> =>
    stream<SyncEvent>(
      connection,
      getCall('followSync', [knowledgeBaseId, sourceId, syncId]),
      ({ done }) => done,
      options,
    ),
  /** The outcome of each page. */
  pages: calls.listSyncPages,
  cancel: calls.cancelSync,
  /** Deletes the pages that a sync awaiting confirmation found missing. */
  confirm: calls.confirmSync,
  /** Keeps those pages. */
  discard: calls.discardSync,
})
